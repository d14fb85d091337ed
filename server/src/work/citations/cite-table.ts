import { whilePoliciesHold } from '../../core/policies/while-policies-hold.ts'
import { type OpenedTable, openReadableTable } from '../../core/reading/open-readable-table.ts'
import { wholeRowCount } from '../../core/reading/refuse-if-hidden.ts'
import type { ReadPlace } from '../../core/tables/open-editable-table.ts'
import { readQuestion } from '../../core/tables/rows/row-question.ts'
import { rowNotFound, unknownColumn } from '../../core/tables/tables.errors.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import type { Cells } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import { listOriginsAt } from '../sources/origins/table-origins.store.ts'
import { listNamesOfSources } from '../sources/sources.store.ts'
import { placesIn } from './cell-places.ts'
import type { CitedCell, CitedRanges, CitedRow, CitedSet, CitedTable } from './citation.ts'
import { editedSince } from './edited-since.ts'
import { madeFrom } from './made-from.ts'
import { rangesIn } from './ranges-in-sheets.ts'

/** Rows that are cited together: these, those that fit a filter of read rows, or all. */
export type CitationsOfSet = { rowIds?: readonly number[]; filter?: unknown; columns?: readonly string[] }

export type CitationsRequest = {
  /** All that the caller sees when left out. */
  columns?: readonly string[] | undefined
  /** Each of these rows by itself. */
  rowIds: readonly number[]
  sets: readonly CitationsOfSet[]
}

/** Rows of one set that are looked at. */
export const MOST_ROWS_OF_SET = 20_000

/** In which cells of which files the values of rows stood when they were read. */
export function citeTable(ctx: Context, place: ReadPlace, asked: CitationsRequest): Promise<CitedTable> {
  const { workbookId, name, asOf } = place
  return whilePoliciesHold(ctx, workbookId, async () => {
    const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf })
    const cited = await citeOpened(ctx, opened, asked)
    const from = await madeFrom(ctx, workbookId, [opened])
    return { ...cited, ...from, policyEpoch: opened.policyEpoch }
  })
}

/** The same for a table that is open. */
export async function citeOpened(ctx: Context, opened: OpenedTable, asked: CitationsRequest) {
  const columns = columnsNamed(opened, asked.columns)
  const base = { table: opened.name, editVersion: opened.editVersion, isDerived: opened.layer === 'derived' }
  const sets = await Promise.all(asked.sets.map((set) => readSet(ctx, opened, set, columns)))
  const { rows: single, version } = await readRows(ctx, opened, asked.rowIds, columns)
  if (single.size < new Set(asked.rowIds).size)
    throw rowNotFound(
      opened.name,
      [...new Set(asked.rowIds)].filter((id) => !single.has(id)),
    )
  const cellOf = base.isDerived ? () => null : await citing(ctx, opened, [single, ...sets.map(({ rows }) => rows)])
  return {
    ...base,
    readVersion: Math.max(version, ...sets.map((set) => set.version)),
    rows: asked.rowIds.map(
      (rowId): CitedRow => ({
        rowId,
        values: columns.map((column) => ({ column: column.name, cell: cellOf(rowId, column) })),
      }),
    ),
    sets: sets.map(
      (set): CitedSet => ({
        rows: set.count,
        citedRows: set.rows.size,
        columns: set.columns.map((column) => rangesOf(column, [...set.rows.keys()], cellOf)),
      }),
    ),
  }
}

type CellOf = (rowId: number, column: ReadableColumn) => CitedCell | null
type FoundRows = ReadonlyMap<number, Cells>

/** Finds the cells of rows that were read. Of a masked column nothing is known. */
async function citing(ctx: Context, opened: OpenedTable, found: readonly FoundRows[]): Promise<CellOf> {
  const { workbookId, artifactId } = opened
  const now = new Map(found.flatMap((rows) => [...rows]))
  const { version } = opened.table
  const origins = await listOriginsAt(ctx.db, { workbookId, tableId: artifactId, version })
  const placeOf = placesIn(origins)
  const [names, standingOf] = await Promise.all([
    listNamesOfSources(ctx.db, workbookId, [...new Set(origins.map(({ sourceId }) => sourceId))]),
    editedSince(ctx, opened, [...now.keys()], now),
  ])
  return (rowId, column) => {
    const place = column.isMasked ? null : placeOf(rowId, column)
    const source = place ? names.get(place.origin.sourceId) : undefined
    if (!place || source === undefined) return null
    const { origin, at, isComputed, isShared, isReworded } = place
    const { revision, sheet } = origin
    return { source, revision, sheet, at, standing: standingOf(rowId, column), isComputed, isShared, isReworded }
  }
}

function columnsNamed({ table }: OpenedTable, names: readonly string[] | undefined): readonly ReadableColumn[] {
  if (names === undefined) return table.columns
  const wanted = names.map((name) => name.normalize('NFC'))
  const unknown = wanted.filter((name) => !table.columns.some((column) => column.name === name))
  if (unknown.length > 0) throw unknownColumn(unknown, 'body')
  return table.columns.filter(({ name }) => wanted.includes(name))
}

const ROWS_AT_ONCE = 1_000

async function readRows(
  { reader }: Context,
  { table }: OpenedTable,
  rowIds: readonly number[],
  columns: readonly ReadableColumn[],
): Promise<Pick<ReadSet, 'rows' | 'version'>> {
  const columnIds = idsToRead(columns, table.columns)
  const found = new Map<number, Cells>()
  let version = 0
  for (let n = 0; n < rowIds.length; n += ROWS_AT_ONCE) {
    const read = await reader.rowsById(table, rowIds.slice(n, n + ROWS_AT_ONCE), columnIds)
    for (const [rowId, cells] of read.rows) found.set(rowId, cells)
    version = Math.max(version, read.version)
  }
  return { rows: found, version }
}

/** A row is there only where something of it is read. */
const idsToRead = (columns: readonly ReadableColumn[], all: readonly ReadableColumn[]) =>
  (columns.length > 0 ? columns : all.slice(0, 1)).map(({ id }) => id)

/** `version`: of the table, the latest that was read. */
type ReadSet = { rows: FoundRows; version: number; count: number; columns: readonly ReadableColumn[] }

async function readSet(
  ctx: Context,
  opened: OpenedTable,
  set: CitationsOfSet,
  standard: readonly ReadableColumn[],
): Promise<ReadSet> {
  const columns = set.columns === undefined ? standard : columnsNamed(opened, set.columns)
  if (set.rowIds !== undefined) {
    const read = await readRows(ctx, opened, set.rowIds, columns)
    return { ...read, count: read.rows.size, columns }
  }
  const { table } = opened
  const asked = set.filter === undefined ? {} : { filter: JSON.stringify(set.filter) }
  const { filter } = readQuestion(table.columns, asked)
  const columnIds = idsToRead(columns, table.columns)
  const rows = new Map<number, Cells>()
  const rowCount = wholeRowCount(table)
  let [count, version] = [rowCount, 0]
  let start: { offset: number } | { after: { values: readonly (string | null)[]; rowId: number } } = { offset: 0 }
  for (;;) {
    const isFirst = rows.size === 0
    const limit = Math.min(10_000, MOST_ROWS_OF_SET - rows.size)
    const request = { columnIds, limit, start, orderBy: [], filter, isCounted: isFirst && filter !== null }
    const page = await ctx.reader.page(table, request)
    if (isFirst) count = page.count ?? rowCount
    version = Math.max(version, page.version)
    for (const { rowId, cells } of page.rows)
      rows.set(rowId, Object.fromEntries(columnIds.map((id, n) => [id, cells[n] ?? null])))
    if (!page.next || rows.size >= MOST_ROWS_OF_SET) return { rows, version, count, columns }
    start = { after: page.next }
  }
}

function rangesOf(column: ReadableColumn, rowIds: readonly number[], cellOf: CellOf): CitedRanges {
  const cells = rowIds.map((rowId) => cellOf(rowId, column))
  const placed = cells.flatMap((cell) => cell ?? [])
  const there = placed.filter(({ standing }) => standing !== 'edited')
  return {
    column: column.name,
    ...rangesIn(there),
    edited: placed.length - there.length,
    unknown: there.filter(({ standing }) => standing === 'unknown').length,
    reworded: there.filter(({ isReworded }) => isReworded).length,
    elsewhere: cells.length - placed.length,
  }
}
