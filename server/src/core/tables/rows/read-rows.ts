import { createHash } from 'node:crypto'
import { readUntil } from '../../../engine/reading/read-again.ts'
import type { PageRequest, Position, RowPage } from '../../../engine/reading/reader.ts'
import type { RowFormat } from '../../../engine/reading/sql-question.ts'
import type { ReadableColumn, ReadableTable } from '../../../engine/table/readable-table.ts'
import { type Cells, cellOf, ROW_ID } from '../../../engine/table/table.ts'
import { encodeValue } from '../../../engine/values/values.ts'
import type { Context } from '../../../platform/context.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import { type OpenedTable, openReadableTable } from '../../reading/open-readable-table.ts'
import type { ReadPlace } from '../open-editable-table.ts'
import { rowNotFound } from '../tables.errors.ts'
import { type RowQuestion, type RowsRequest, readQuestion } from './row-question.ts'

/** Where a page begins: behind the page before, or after so many rows. */
export type PageStart = { after: Position; count: number | null } | { offset: number; count?: number | null }

/** In the texts of a request, or as another part of the service asks. */
export type RowsQuery = (RowsRequest | { questionOf: (columns: readonly ReadableColumn[]) => RowQuestion }) & {
  limit: number
  isCounted: boolean
}

/** Rows in a format of ours, or as cells. */
export type RowsAs = { format: RowFormat['format']; hasRowIds: boolean } | 'cells'

export type ReadRows = {
  opened: OpenedTable
  shown: readonly ReadableColumn[]
  rows: RowPage['rows'] | Buffer
  /** Rows in all that fit the filter; null when they were not asked for. */
  count: number | null
  next: PageStart | null
}

/**
 * Where a cursor comes from: the table, its order, its filter, its version if that is an older one, and how masked values are
 * shown. Used with others it would lead astray.
 */
export type CursorName = { tableId: string; question: string }

export type StartOf = (name: CursorName) => PageStart

/** One page of rows, in row order unless another is asked for. `engine/reading/read-again.ts` says what is read again, and why. */
export async function readRows(ctx: Context, place: ReadPlace, asked: RowsQuery, startOf: StartOf, as: RowsAs) {
  const read = () => readOnce(ctx, place, asked, startOf, as)
  return whilePoliciesHold(ctx, place.workbookId, async () => {
    const { answer } = await readUntil('tableMovedOn', read, ({ version, opened }) => version <= opened.editVersion)
    return { ...answer, policyEpoch: answer.opened.policyEpoch, read: answer.opened }
  })
}

async function readOnce(
  ctx: Context,
  { workbookId, name, asOf }: ReadPlace,
  asked: RowsQuery,
  startOf: StartOf,
  as: RowsAs,
): Promise<ReadRows & { cursorName: CursorName; version: number }> {
  const door = { role: 'viewer', asOf, rows: 'filtered', isRecordedLater: true } as const
  const opened = await openReadableTable(ctx, workbookId, name, door)
  const { shown, columnIds, orderBy, filter } =
    'questionOf' in asked ? asked.questionOf(opened.table.columns) : readQuestion(opened.table.columns, asked)
  const version = opened.table.isPast ? opened.editVersion : null
  const styles = opened.table.columns.flatMap(({ id, style }) => (style ? `${id} ${style}` : []))
  const question = hashOf([orderBy, filter, version, ...styles, ...(opened.table.rows ? [opened.table.rows.name] : [])])
  const cursorName = { tableId: opened.artifactId, question }
  const start = startOf(cursorName)
  const known = start.count ?? (filter === null ? opened.rowCount : null)
  const request = {
    columnIds,
    limit: asked.limit,
    start: 'after' in start ? { after: start.after } : { offset: start.offset },
    orderBy,
    filter,
    // Of a table whose rows are all seen their number costs nothing.
    isCounted: (asked.isCounted || filter === null) && known === null,
  }
  const page = await readPage(ctx, opened.table, request, as)
  const count = known ?? page.count
  const passed = 'offset' in start ? start.offset + page.pageRows : null
  return {
    opened,
    shown,
    rows: page.rows,
    version: page.version,
    count,
    cursorName,
    next: nextStart(page, passed, count),
  }
}

async function readPage(ctx: Context, table: ReadableTable, request: PageRequest, as: RowsAs) {
  if (as !== 'cells') {
    return ctx.reader.encodedPage(table, request, { format: as.format, shape: 'objects' }, as.hasRowIds)
  }
  const page = await ctx.reader.page(table, request)
  return { ...page, pageRows: page.rows.length }
}

/** Longer than this a position makes no cursor; counting rows must do then. */
const MOST_POSITION_CHARACTERS = 900

function nextStart({ next }: Pick<RowPage, 'next'>, passed: number | null, count: number | null): PageStart | null {
  if (!next) return null
  if (passed === null || JSON.stringify(next).length <= MOST_POSITION_CHARACTERS) return { after: next, count }
  return { offset: passed, count }
}

const hashOf = (question: unknown) => createHash('sha256').update(JSON.stringify(question)).digest('base64url')

/** One row by its id. */
export async function readRow(ctx: Context, { workbookId, name, asOf }: ReadPlace, rowId: number) {
  return whilePoliciesHold(ctx, workbookId, async () => {
    const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf, rows: 'filtered' })
    const { table, editVersion, policyEpoch } = opened
    const columnIds = table.columns.map(({ id }) => id)
    const cells = (await ctx.reader.rowsById(table, [rowId], columnIds)).rows.get(rowId)
    if (!cells) throw rowNotFound(opened.name, [rowId])
    const texts = columnIds.map((id) => cells[id] ?? null)
    return { row: presentRow(table.columns, texts, rowId), editVersion, policyEpoch }
  })
}

/** The cells of a row as edits have left them, in the order of its columns: nothing of a masked one. */
export const textsOf = (columns: readonly ReadableColumn[], cells: Cells) =>
  columns.map(({ id, initial, isMasked }) => (isMasked ? null : cellOf(cells, id, initial)))

/** A row as it leaves: its cells by the names of the columns, its id last. */
export function presentRow(
  columns: readonly ReadableColumn[],
  cells: readonly (string | null)[],
  rowId: number | null,
): Record<string, unknown> {
  const members = columns.map(({ name, type }, n): [string, unknown] => [name, encodeValue(type, cells[n] ?? null)])
  if (rowId !== null) members.push([ROW_ID, rowId])
  // Unlike an assignment this makes a member even of the name `__proto__`.
  return Object.fromEntries(members)
}
