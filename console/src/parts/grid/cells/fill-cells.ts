import type { Cell } from '@bindery-data/sdk'
import { wordsNow } from '../../../words/words.ts'
import { toast } from '../../overlays/toasts.tsx'
import type { GridControls } from '../grid-controls.ts'
import { gridWords } from '../grid-words.ts'
import type { KnownLine } from '../rows/row-pages.ts'
import { type CellRange, rangeOf, type TypedCell } from './cell-range.ts'
import { MOST_ROWS_AT_ONCE, rowsIn, tooManyRows } from './cells-at-once.ts'
import { continued } from './fill-series.ts'
import { kindOf, plainText } from './typed-text.ts'

type Lines = ReadonlyMap<number, KnownLine>

/** Repeats the first row or column of what is chosen over the rest of it; of one cell the one before it. */
export async function repeatInto(grid: GridControls, direction: 'down' | 'right') {
  const { top, bottom, left, right } = rangeOf(grid.selection)
  if (direction === 'down') {
    const from = top === bottom ? top - 1 : top
    if (from < 0) return
    const target = { top: from + 1, bottom, left, right }
    await fill(grid, target, (lines, _, column) => plainText(cellAt(grid, lines, from, column)), [from])
    return
  }
  const from = left === right ? left - 1 : left
  if (from < 0) return
  const target = { top, bottom, left: from + 1, right }
  await fill(grid, target, (lines, row) => plainText(cellAt(grid, lines, row, from)), rowsOf(target))
}

/** Continues what is chosen into the cells that the handle was dragged over. */
export async function continueInto(grid: GridControls, source: CellRange, target: CellRange) {
  const isVertical = target.left === source.left && target.right === source.right
  const isBackward = isVertical ? target.bottom < source.top : target.right < source.left
  const length = isVertical ? rowsIn(target) : target.right - target.left + 1
  const kinds = grid.columns.map(({ type }) => kindOf(type))
  // Down a column all values are of one kind; along a row only where the columns are.
  const isOneKind = new Set([...columnsOf(source), ...columnsOf(target)].map((column) => kinds[column])).size === 1
  const series = new Map<number, string[]>()
  const seriesAt = (lines: Lines, row: number, column: number) => {
    const key = isVertical ? column : row
    const known = series.get(key)
    if (known) return known
    const given = isVertical
      ? rowsOf(source).map((line) => cellAt(grid, lines, line, column))
      : columnsOf(source).map((each) => cellAt(grid, lines, row, each))
    const kind = isVertical || isOneKind ? (kinds[column] ?? 'text') : 'text'
    const made = continued(given, kind, length, isBackward)
    series.set(key, made)
    return made
  }
  const stepTo = (row: number, column: number) =>
    isVertical
      ? isBackward
        ? source.top - 1 - row
        : row - source.bottom - 1
      : isBackward
        ? source.left - 1 - column
        : column - source.right - 1
  await fill(
    grid,
    target,
    (lines, row, column) => seriesAt(lines, row, column)[stepTo(row, column)] ?? null,
    isVertical ? rowsOf(source) : rowsOf(target),
  )
}

type TextFor = (lines: Lines, row: number, column: number) => string | null

/** Lines that are not here are read first: all cells are written, or none. */
async function fill(grid: GridControls, target: CellRange, textFor: TextFor, read: readonly number[]) {
  const { columns, pages, onWrite } = grid
  if (!onWrite) return
  if (rowsIn(target) > MOST_ROWS_AT_ONCE) return tooManyRows()
  const lines = await pages.load(read).catch(() => null)
  if (!lines) return toast(wordsNow(gridWords).fillFailed, { isBad: true })
  const cells: TypedCell[] = []
  for (const row of rowsOf(target)) {
    for (const column of columnsOf(target)) {
      const text = columns[column]?.masked === false ? textFor(lines, row, column) : null
      if (text !== null) cells.push({ row, column, text })
    }
  }
  onWrite(cells)
}

function cellAt({ columns, cellOf }: GridControls, lines: Lines, row: number, column: number): Cell {
  const line = lines.get(row)
  const name = columns[column]?.name
  return line?.state === 'loaded' && name !== undefined ? cellOf(line.row, name) : null
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const rowsOf = ({ top, bottom }: CellRange) => upTo(top, bottom)
const columnsOf = ({ left, right }: CellRange) => upTo(left, right)
