import type { Filter, PageRequest, Position } from '../../../engine/reading/reader.ts'
import type { ReadableColumn, ReadableTable } from '../../../engine/table/readable-table.ts'
import type { Context } from '../../../platform/context.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import { openReadableTable } from '../../reading/open-readable-table.ts'
import type { ReadPlace } from '../open-editable-table.ts'
import { type RowsRequest, readQuestion } from '../rows/row-question.ts'

/** `from`: the line to begin at, 0 being the first of the rows in their order. */
export type Sought = RowsRequest & { text: string; from: number; direction: 'next' | 'previous' }

export type Match = {
  rowId: number
  /** How many rows come before it. */
  offset: number
  /** Which of the matches it is, the first being 1. */
  number: number
  columns: readonly string[]
}

/**
 * The next row, or the one before, in which a column shows a text, and how many such rows there are. Masked columns are
 * not looked at.
 */
export async function findInTable(ctx: Context, place: ReadPlace, sought: Sought) {
  return whilePoliciesHold(ctx, place.workbookId, async () => {
    const { workbookId, name, asOf } = place
    const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf, rows: 'filtered' })
    const { shown, orderBy, filter } = readQuestion(opened.table.columns, sought)
    const columns = shown.filter(({ isMasked }) => !isMasked)
    const search = { table: opened.table, columns, orderBy, filter, text: sought.text }
    const found = await find(ctx, search, sought)
    return { ...found, opened, policyEpoch: opened.policyEpoch }
  })
}

type Search = {
  table: ReadableTable
  columns: readonly ReadableColumn[]
  orderBy: PageRequest['orderBy']
  filter: Filter | null
  text: string
}

async function find(ctx: Context, search: Search, { from, direction }: Pick<Sought, 'from' | 'direction'>) {
  const { table, columns, orderBy, filter, text } = search
  const isBackward = direction === 'previous'
  const before = from === 0 ? null : await positionOf(ctx, search, from - 1)
  const columnIds = columns.map(({ id }) => id)
  const found = await ctx.reader.find(table, { columnIds, orderBy, filter, text, after: before, isBackward })
  const { count, match } = found
  // Nothing comes before the first row, nor behind the last.
  const isOutside = isBackward ? from === 0 : from > 0 && before === null
  if (!match || isOutside) return { count, match: null }
  const number = isBackward ? (before ? found.passed : count) : found.passed + 1
  return { count, match: await described(ctx, search, match, number) }
}

/** Which line the match is among all rows, and which of its columns show the text. */
async function described(ctx: Context, search: Search, match: Position, number: number): Promise<Match> {
  const { table, columns, filter, orderBy, text } = search
  const { rowId } = match
  const columnIds = columns.map(({ id }) => id)
  const cells = (await ctx.reader.rowsById(table, [rowId], columnIds)).rows.get(rowId)
  const names = columns.flatMap(({ id, name }) => (isShown(cells?.[id] ?? null, text) ? [name] : []))
  const upTo: Filter = { upTo: match, orderBy }
  const request = { columnIds: [], limit: 1, start: { offset: 0 }, orderBy: [], isCounted: true }
  const lines = await ctx.reader.page(table, { ...request, filter: filter ? { and: [filter, upTo] } : upTo })
  return { rowId, offset: (lines.count ?? 1) - 1, number, columns: names }
}

/** The last row before a line; null when the rows end before it. */
async function positionOf(ctx: Context, { table, orderBy, filter }: Search, offset: number): Promise<Position | null> {
  const columnIds = orderBy.map(({ columnId }) => columnId)
  const request = { columnIds, limit: 1, start: { offset }, orderBy, filter, isCounted: false }
  const [row] = (await ctx.reader.page(table, request)).rows
  return row ? { values: row.cells, rowId: row.rowId } : null
}

function isShown(cell: string | null, text: string): boolean {
  const sought = text.toLowerCase()
  return [sought, sought.replace(/(?<=\d),(?=\d)/g, '')].some((each) => cell?.toLowerCase().includes(each))
}
