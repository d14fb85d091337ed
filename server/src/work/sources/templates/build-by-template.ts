import { createHash } from 'node:crypto'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import { openEditableTable } from '../../../core/tables/open-editable-table.ts'
import type { Loader, StagedTable } from '../../../engine/loader/load-request.ts'
import { writeSegments } from '../../../engine/storage/bulk/write-segments.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import { reserveRowIds } from '../../../engine/table/commit.store.ts'
import type { SegmentRef } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { type BuiltTable, buildTables } from '../ingest/build-tables.ts'
import { madeOf } from '../ingest/made-of.ts'
import { type MappedSpec, mappedOutputs } from '../materialize/materialize-request.ts'
import type { WrittenRows } from '../origins/origins-of-tables.ts'
import { unmappedColumns } from '../sources.errors.ts'
import { type SharedTables, sharedTables } from './shared-tables.ts'
import { findTableOfPart } from './templates.store.ts'

/** Rows of a form, or of one of its lists, that lie in the store and that nothing names yet. */
export type WrittenPart = { staged: StagedTable; part: string } & (
  | { isNew: true; built: BuiltTable }
  | { isNew: false; into: OpenedTable; segments: SegmentRef[]; written: WrittenRows }
)

/** A file whose rows go into tables that it shares with others. `mark`: of what they were made. */
export type BuiltByTemplate = { spec: ParseSpec; shared: SharedTables; parts: WrittenPart[]; mark: string }

/**
 * Writes the rows of a file for the tables that it shares with others, by a template or because their columns agree: those that
 * are there, or new ones.
 */
export async function buildByTemplate(
  ctx: Context,
  workbookId: string,
  loader: Loader,
  spec: ParseSpec,
): Promise<BuiltByTemplate> {
  const shared = sharedTables(spec)
  assertState(shared, 'the file shares its tables')
  const { types } = shared
  const staged = await loader.ask({ kind: 'stage-spec', spec, rows: null, types })
  const targets: (OpenedTable | null)[] = []
  for (const table of staged) {
    const found = await findTableOfPart(ctx.db, workbookId, shared.partOf(table))
    targets.push(found ? await openEditableTable(ctx, { workbookId, name: found.name }, null) : null)
  }
  const markOf = (table: StagedTable) => madeOf(spec.sha256, spec, table)
  const built = await buildTables(ctx, workbookId, loader, staged, { isThere: (n) => targets[n] !== null })
  const parts: WrittenPart[] = []
  for (const [n, table] of staged.entries()) {
    const part = shared.partOf(table)
    const into = targets[n]
    if (into)
      parts.push({
        isNew: false,
        staged: table,
        part,
        into,
        ...(await addRows(ctx, into, loader, n, table, spec, shared)),
      })
    else {
      const made = built.find((one) => one.staged === table)
      assertState(made, 'a table that is not there is built')
      parts.push({ isNew: true, staged: table, part, built: shared.completed(made) })
    }
  }
  const mark = createHash('sha256').update(staged.map(markOf).join()).digest('hex').slice(0, 32)
  return { spec: shared.marked(spec, mark), shared, parts, mark }
}

/** Rows behind those that the table has given out. A column that was renamed or has another type since is refused by its name. */
async function addRows(
  { bulk }: Context,
  into: OpenedTable,
  loader: Loader,
  place: number,
  staged: StagedTable,
  spec: ParseSpec,
  { nameOf }: SharedTables,
): Promise<{ segments: SegmentRef[]; written: WrittenRows }> {
  const { workbookId, artifactId: tableId } = into
  const columnMapping = Object.fromEntries(staged.columns.map(({ name }) => [name, nameOf(name)]))
  const target = { columnMapping } as Parameters<typeof mappedOutputs>[1]
  const { columns: mapping } = mappedOutputs(spec, target, into, [staged])
  refuseIfRetyped(into, staged, mapping)
  const columnIds = staged.columns.map(({ name }) => mapping.get(name)?.origin ?? null)
  const { rows } = staged
  const reserve = () => inTransaction(bulk.db, (tx) => reserveRowIds(tx, workbookId, tableId, rows))
  const idsAfter = rows > 0 ? (await reserve()) - 1 : 0
  const written = { tableId, firstRowId: idsAfter + 1, columnIds, staged }
  if (rows === 0) return { segments: [], written }
  const columns = staged.columns.flatMap(({ name }, from) => {
    const id = mapping.get(name)?.id
    return id === undefined ? [] : [{ id, from }]
  })
  const segments = await loader.ask({ kind: 'write', table: place, columns, idsAfter, limits: bulk.storage.limits })
  return { segments: await writeSegments(bulk, { workbookId, tableId }, loader, segments), written }
}

function refuseIfRetyped({ name }: OpenedTable, staged: StagedTable, mapping: MappedSpec['columns']) {
  const others = staged.columns.filter((column) => {
    const its = mapping.get(column.name)
    return its && formatColumnType(its.type) !== column.type
  })
  if (others.length > 0)
    throw unmappedColumns(
      name,
      others.map((column) => column.name),
    )
}
