import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { ROW_ID } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { wholeRowCount } from '../../reading/refuse-if-hidden.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { proposeUpsert } from '../proposals/propose-write.ts'
import { type Upsert, type Upserted, upsertRows } from '../rows/upsert-rows.ts'
import { headerNotWritable, noValues, rangeOutOfBounds, shapeMismatch } from '../tables.errors.ts'
import { type A1Range, formatRange, parseRange, type Rectangle } from './a1-range.ts'

export type A1Write = {
  range: string
  values: readonly (readonly unknown[])[]
  expected: number | null
  actor: string | null
}

export type WrittenA1 = Upserted & { range: string; values: A1Write['values'] }

/** Writes cells by their places. Rows directly below the last one are added. */
export async function writeA1(ctx: Context, place: EditPlace, write: A1Write): Promise<WrittenA1> {
  const { upsert, rangeOf } = upsertOf(ctx, write)
  const done = await upsertRows(ctx, place, upsert)
  return { range: rangeOf(), values: write.values, ...done }
}

/** The same for a credential that may only propose. */
export async function proposeA1(ctx: Context, place: EditPlace, write: A1Write) {
  const { upsert, rangeOf } = upsertOf(ctx, write)
  const { done, proposal } = await proposeUpsert(ctx, place, upsert)
  return { done: { range: rangeOf(), values: write.values, ...done }, proposal }
}

/** Which rows are meant is found out once the table is open; so is the range. */
function upsertOf(ctx: Context, { range, values, expected, actor }: A1Write) {
  let written = ''
  const upsert: Upsert = {
    rows: async (opened) => {
      const rectangle = placed(parseRange(range, ['body', 'range']), opened, values, range)
      written = formatRange(rectangle)
      const rowIds = await rowIdsIn(ctx, opened, rectangle)
      const columns = opened.table.columns.slice(rectangle.left, rectangle.right + 1)
      return values.map((cells, n) => rowOf(columns, cells, rowIds[n]))
    },
    expected,
    matchOn: null,
    mode: 'upsert',
    onError: 'fail',
    lock: 'table',
    isReturningRows: false,
    actor,
    via: 'a1',
  }
  return { upsert, rangeOf: () => written }
}

/** Where the values go: into a rectangle of their own size, or from one cell on. */
function placed(
  asked: A1Range,
  { table }: OpenedTable,
  values: readonly (readonly unknown[])[],
  range: string,
): Rectangle {
  const rowCount = wholeRowCount(table)
  const height = values.length
  const width = Math.max(...values.map((row) => row.length))
  if (width === 0) throw noValues(range)
  const { left, top } = { left: asked.left ?? 0, top: asked.top ?? 0 }
  const right = asked.isCell ? left + width - 1 : (asked.right ?? table.columns.length - 1)
  const bottom = asked.isCell ? top + height - 1 : (asked.bottom ?? rowCount)
  const isEven = values.every((row) => row.length === right - left + 1)
  if (bottom - top + 1 !== height || !isEven)
    throw shapeMismatch(range, `${bottom - top + 1} × ${right - left + 1}`, `${height} × ${width}`)
  if (top === 0) throw headerNotWritable(range)
  if (right >= table.columns.length) throw rangeOutOfBounds(range, `the table has ${table.columns.length} columns.`)
  if (top > rowCount + 1) throw rangeOutOfBounds(range, `the first free row is ${rowCount + 2}.`)
  return { left, right, top, bottom }
}

/** Ids of the rows that are there; those below the last one have none yet. */
async function rowIdsIn(ctx: Context, { table }: OpenedTable, { top, bottom }: Rectangle): Promise<number[]> {
  const limit = Math.min(bottom, wholeRowCount(table)) - top + 1
  if (limit <= 0) return []
  const start = { offset: top - 1 }
  const page = await ctx.reader.page(table, {
    columnIds: [],
    limit,
    start,
    orderBy: [],
    filter: null,
    isCounted: false,
  })
  return page.rows.map(({ rowId }) => rowId)
}

function rowOf(columns: readonly ReadableColumn[], cells: readonly unknown[], rowId: number | undefined) {
  const members = columns.map(({ name }, n): [string, unknown] => [name, cells[n] ?? null])
  return Object.fromEntries(rowId === undefined ? members : [...members, [ROW_ID, rowId]])
}
