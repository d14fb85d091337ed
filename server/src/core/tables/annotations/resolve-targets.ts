import type { Position } from '../../../engine/reading/reader.ts'
import type { Context } from '../../../platform/context.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { openColumn } from '../columns/columns.ts'
import { formatRange, parseRange } from '../ranges/a1-range.ts'
import { MOST_CELLS, withinTable } from '../ranges/read-a1.ts'
import { rangeOutOfBounds, rangeTooLarge, rowNotFound } from '../tables.errors.ts'
import { type Anchor, anchorOf, type Target } from './annotation.ts'

const PAGE_ROWS = 10_000

export type Loc = readonly (string | number)[]

/** Finds what targets name: columns by their origins, the cells of a range by the ids of its rows as they are now. */
export async function resolveTargets(
  ctx: Context,
  opened: OpenedTable,
  targets: readonly { target: Target; loc: Loc }[],
) {
  const anchors: Anchor[] = []
  let cells = 0
  for (const { target, loc } of targets) {
    const anchor =
      target.kind === 'range' ? await resolveRange(ctx, opened, target, loc) : resolveTarget(opened, target, loc)
    if (target.kind === 'range') cells += anchor.rowCount * anchor.origins.length
    if (cells > MOST_CELLS) throw rangeTooLarge(target.range ?? '', cells, MOST_CELLS)
    anchors.push(anchor)
  }
  return anchors
}

function resolveTarget(opened: OpenedTable, { kind, rowId, column }: Target, loc: Loc): Anchor {
  const needsColumn = kind === 'column' || kind === 'cell'
  const needsRow = kind === 'row' || kind === 'cell'
  if (needsColumn && column === null) throw missing(loc, 'column', kind)
  if (needsRow && rowId === null) throw missing(loc, 'row_id', kind)
  return anchorOf(kind, {
    ...(needsRow && rowId !== null ? { rowIds: [rowId] } : {}),
    ...(needsColumn && column !== null ? { origins: [openColumn(opened, column).origin] } : {}),
  })
}

async function resolveRange(ctx: Context, opened: OpenedTable, { kind, range }: Target, loc: Loc): Promise<Anchor> {
  if (range === null) throw missing(loc, 'range', kind)
  const rectangle = withinTable(parseRange(range, [...loc.map(String), 'range']), opened, range)
  if (rectangle.bottom === 0) throw rangeOutOfBounds(range, 'row 1 is the header; annotate its columns instead.')
  const columns = opened.table.columns.slice(rectangle.left, rectangle.right + 1)
  const origins = columns.map(({ name }) => openColumn(opened, name).origin).sort((a, b) => a - b)
  const offset = Math.max(rectangle.top - 1, 0)
  const rowIds = await rowIdsFrom(ctx, opened, offset, rectangle.bottom - offset)
  return anchorOf(kind, { rowIds, origins, range: formatRange(rectangle) })
}

async function rowIdsFrom(ctx: Context, { table }: OpenedTable, offset: number, count: number): Promise<number[]> {
  const rowIds: number[] = []
  let start: { offset: number } | { after: Position } = { offset }
  while (rowIds.length < count) {
    const limit = Math.min(count - rowIds.length, PAGE_ROWS)
    const page = await ctx.reader.page(table, {
      columnIds: [],
      limit,
      start,
      orderBy: [],
      filter: null,
      isCounted: false,
    })
    for (const { rowId } of page.rows) rowIds.push(rowId)
    if (!page.next) break
    start = { after: page.next }
  }
  return rowIds
}

/** Rows that are there, of these. */
export async function liveRows(ctx: Context, { table }: OpenedTable, rowIds: readonly number[]): Promise<Set<number>> {
  if (rowIds.length === 0) return new Set()
  return new Set((await ctx.reader.rowsById(table, [...new Set(rowIds)], [])).rows.keys())
}

export async function refuseIfRowsMissing(ctx: Context, opened: OpenedTable, rowIds: readonly number[]) {
  const live = await liveRows(ctx, opened, rowIds)
  const gone = rowIds.filter((id) => !live.has(id))
  if (gone.length > 0) throw rowNotFound(opened.name, gone)
}

const missing = (loc: Loc, field: string, kind: string) =>
  invalidField([...loc, field], 'required', `is required for a ${kind}`)
