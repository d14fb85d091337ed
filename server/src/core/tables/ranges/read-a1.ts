import { encodeValue } from '../../../engine/values/values.ts'
import type { Context } from '../../../platform/context.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import { type OpenedTable, openReadableTable } from '../../reading/open-readable-table.ts'
import { wholeRowCount } from '../../reading/refuse-if-hidden.ts'
import type { ReadPlace } from '../open-editable-table.ts'
import { rangeOutOfBounds, rangeTooLarge } from '../tables.errors.ts'
import { type A1Range, formatRange, parseRange, type Rectangle } from './a1-range.ts'

export const MOST_CELLS = 1_000_000
const PAGE_ROWS = 10_000

/** Cells by their places, as a spreadsheet names them: row 1 is the header, the rows below it in row order. */
export async function readA1(ctx: Context, { workbookId, name, asOf }: ReadPlace, range: string) {
  return whilePoliciesHold(ctx, workbookId, async () => {
    const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf })
    const asked = parseRange(range, ['query', 'range'])
    const rectangle = withinTable(asked, opened, range)
    const values = await cellsIn(ctx, opened, rectangle)
    const { editVersion, policyEpoch } = opened
    return { range: formatRange(rectangle), values, editVersion, policyEpoch }
  })
}

/** Cut to what is there: below the last row and right of the last column a sheet is empty. */
export function withinTable(asked: A1Range, { table }: OpenedTable, text: string): Rectangle {
  const [lastColumn, lastRow] = [table.columns.length - 1, wholeRowCount(table)]
  const rectangle = {
    left: asked.left ?? 0,
    right: Math.min(asked.right ?? lastColumn, lastColumn),
    top: asked.top ?? 0,
    bottom: Math.min(asked.bottom ?? lastRow, lastRow),
  }
  const { left, right, top, bottom } = rectangle
  if (left > lastColumn) throw rangeOutOfBounds(text, `the table has ${lastColumn + 1} columns.`)
  if (top > lastRow) throw rangeOutOfBounds(text, `the table has ${lastRow} rows below its header.`)
  const cells = (right - left + 1) * (bottom - top + 1)
  if (cells > MOST_CELLS) throw rangeTooLarge(text, cells, MOST_CELLS)
  return rectangle
}

async function cellsIn(ctx: Context, { table }: OpenedTable, { left, right, top, bottom }: Rectangle) {
  const columns = table.columns.slice(left, right + 1)
  const values: unknown[][] = top === 0 ? [columns.map(({ name }) => name)] : []
  // Rows of data begin under the header.
  let offset = Math.max(top - 1, 0)
  while (offset < bottom) {
    const { rows } = await ctx.reader.page(table, {
      columnIds: columns.map(({ id }) => id),
      limit: Math.min(bottom - offset, PAGE_ROWS),
      start: { offset },
      orderBy: [],
      filter: null,
      isCounted: false,
    })
    if (rows.length === 0) break
    values.push(...rows.map(({ cells }) => columns.map(({ type }, n) => encodeValue(type, cells[n] ?? null))))
    offset += rows.length
  }
  return values
}
