import type { ColumnSource } from '../../engine/reading/sql-run.ts'
import type { Context } from '../../platform/context.ts'
import { type OpenedTable, openReadableTable } from '../reading/open-readable-table.ts'
import { openTablesById } from '../reading/open-readable-tables.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { listEdges, listSourceEdges, listTransformLineage, type TransformLineage } from './lineage.store.ts'
import { type Edge, reachable } from './lineage.ts'

export type LineageQuestion = { direction: 'up' | 'down' | 'both'; depth: number }

/** A table or a source of the graph. */
export type LineageNode = { id: string; name: string; opened: OpenedTable | null }

export type NamedColumn = { table: string; column: string }
/** `from`: what its values are made of, `deciding`: what decides which rows there are. */
export type ColumnEdge = { to: NamedColumn; from: NamedColumn[]; deciding: NamedColumn[]; isExact: boolean }

export type Lineage = {
  nodes: readonly LineageNode[]
  edges: readonly Edge[]
  columns: readonly ColumnEdge[]
  transforms: readonly TransformLineage[]
}

/** Where a table comes from and what is made from it, up to the files, as far as the caller may see their columns. */
export async function readLineage(
  ctx: Context,
  place: { workbookId: string; name: string },
  { direction, depth }: LineageQuestion,
): Promise<Lineage> {
  const { workbookId } = place
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const start = await openReadableTable(ctx, workbookId, place.name, { role: 'viewer' })
  const sources = await listSourceEdges(ctx.db, workbookId)
  const all = [...(await listEdges(ctx.db, workbookId)), ...sources.map(sourceEdge)]
  const directions = direction === 'both' ? (['up', 'down'] as const) : [direction]
  const reached = new Set(directions.flatMap((way) => [...reachable(all, start.artifactId, way, depth)]))

  const tables = new Map(
    (await openTablesById(ctx, workbook, [...reached])).map((opened) => [opened.artifactId, opened]),
  )
  const files = new Map(sources.map(({ sourceId, source }) => [sourceId, source]))
  const nodes = [...reached].flatMap((id) => nodeOf(id, tables.get(id), files.get(id)))
  const there = new Set(nodes.map(({ id }) => id))
  const edges = all.filter(({ fromId, toId }) => there.has(fromId) && there.has(toId))
  const drawn = new Set(edges.map(({ transformId }) => transformId))
  const transforms = (await listTransformLineage(ctx.db, workbookId)).filter((one) => drawn.has(one.transformId))
  return { nodes, edges, transforms, columns: transforms.flatMap((transform) => columnEdges(transform, tables)) }
}

const sourceEdge = ({ sourceId, tableId }: { sourceId: string; tableId: string }): Edge => ({
  fromId: sourceId,
  toId: tableId,
  kind: 'materialize',
  transformId: null,
  opId: null,
})

function nodeOf(id: string, opened: OpenedTable | undefined, file: string | undefined): LineageNode[] {
  if (opened) return [{ id, name: opened.name, opened }]
  return file === undefined ? [] : [{ id, name: file, opened: null }]
}

/** Columns as they are called now. One the caller may not know of is left out. */
function columnEdges(
  { tableId, dependencies }: TransformLineage,
  tables: ReadonlyMap<string, OpenedTable>,
): ColumnEdge[] {
  const output = tables.get(tableId)
  if (!output) return []
  const named = (sources: readonly ColumnSource[]) => sources.flatMap((source) => namedColumn(tables, source))
  return dependencies.flatMap(({ column, from, deciding, isExact }) => {
    const isSeen = output.table.columns.some(({ name }) => name === column)
    if (!isSeen) return []
    return [{ to: { table: output.name, column }, from: named(from), deciding: named(deciding), isExact }]
  })
}

function namedColumn(tables: ReadonlyMap<string, OpenedTable>, { tableId, origin }: ColumnSource): NamedColumn[] {
  const opened = tables.get(tableId)
  const column = opened?.table.columns.find((one) => one.origin === origin)
  return opened && column ? [{ table: opened.name, column: column.name }] : []
}
