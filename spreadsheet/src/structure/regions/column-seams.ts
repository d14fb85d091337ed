import type { Box } from '../../grid.ts'
import { cellsInRow } from '../cells-in-row.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { arePairs } from './blocks/pairs.ts'
import type { Line } from './lines.ts'

/** Of the cells of a column of labels so many are words or days, and so many differ. */
const LABEL_SHARE = 0.6

/** `isTitled`: each block has a title or numbers of its own, and there is no doubt. */
export type Seams = { columns: readonly number[]; isTitled: boolean }

/** Where a second table begins to the right of the first: with labels or a title of its own, behind an empty column or not. */
export function columnSeams(sheet: Sheet, lines: readonly Line[], box: Box): Seams {
  const columns = columnsOf(lines, box)
  const halves = halvesOf(lines, columns, box)
  if (halves !== null) return { columns: [halves], isTitled: false }
  const numbered = numberedSeam(columns)
  if (numbered !== null) return { columns: [box.left + numbered], isTitled: true }
  const isApart = (seam: number) => !isMergedOver(sheet, lines, seam)
  const titled = [
    ...titledSeams(sheet, lines, segmentsOf(columns), box),
    ...seamsBelowTitles(sheet, lines, box),
  ].filter(isApart)
  if (titled.length > 0) return { columns: titled, isTitled: true }
  return { columns: emptySeams(columns, box).filter(isApart), isTitled: false }
}

/**
 * Two lists that touch: each counts its own rows from one, and one of them goes on below the other, or a name comes again. A
 * record that is numbered twice would have both numbers in every row, and no name twice.
 */
function numberedSeam(columns: readonly Column[]): number | null {
  if (!countsRows(columns[0])) return null
  for (let from = 2; from < columns.length - 1; from++) {
    if (!countsRows(columns[from])) continue
    const [left, right] = [columns.slice(0, from), columns.slice(from)]
    const [rowsOfLeft, rowsOfRight] = [rowsIn(left), rowsIn(right)]
    const isLonger = columns[0]?.length !== columns[from]?.length
    if ((isLonger || shareName(left, right)) && Math.min(...rowsOfLeft) === Math.min(...rowsOfRight)) return from
  }
  return null
}

function shareName(left: readonly Column[], right: readonly Column[]): boolean {
  const names = new Set(left.slice(1).map(([name]) => name?.text))
  return right.slice(1).some(([name]) => name !== undefined && names.has(name.text))
}

/** Fewer numbers may be anything. */
const FEWEST_COUNTED = 3

/** Below its name one, two, three and so on, in each row to the last. */
function countsRows(cells: Column | undefined): boolean {
  const [name, first, ...others] = cells ?? []
  if (name?.value.kind !== 'text' || !first || others.length + 1 < FEWEST_COUNTED) return false
  return [first, ...others].every(
    ({ value, row }, n) => value.kind === 'number' && value.number === n + 1 && row === first.row + n,
  )
}

/** Above the titles a sheet may have so many lines, as the pairs of a form. */
const MOST_ABOVE_TITLES = 4

/** The same below lines that fill the column between the blocks. */
function seamsBelowTitles(sheet: Sheet, lines: readonly Line[], box: Box): number[] {
  const rows = lines.filter(({ isProse }) => !isProse)
  for (let n = 1; n <= Math.min(MOST_ABOVE_TITLES, rows.length - 2); n++) {
    const below = rows.slice(n + 1)
    const seams = titledSeams(sheet, below, segmentsOf(columnsOf(below, box)), box)
    if (seams.length > 0) return seams
  }
  return []
}

/** Above the names of columns a title for each block, where the block begins. */
function titledSeams(sheet: Sheet, lines: readonly Line[], segments: readonly Segment[], box: Box): number[] {
  if (segments.length < 2 || segments.some(({ from, to }) => from === to)) return []
  const [first, second] = lines.filter(({ isProse }) => !isProse)
  const begins = segments.map(({ from }) => box.left + from)
  const areTitles = (cells: readonly SheetCell[]) =>
    cells.length === begins.length &&
    cells.every(({ column, value }, n) => column === begins[n] && value.kind === 'text')
  const areNames = ({ cells }: Line) =>
    segments.every(
      ({ from, to }) =>
        cells.filter(({ column }) => column >= box.left + from && column <= box.left + to).length > (to - from) / 2,
    )
  const names = first && second && areTitles(first.cells) ? second : first
  if (!names || !areNames(names) || !areTitles(firstRowAbove(sheet, names.row, box))) return []
  return begins.slice(1)
}

/** An empty row may stand between a title and its table, or a line of pairs that says more of it. */
function firstRowAbove(sheet: Sheet, below: number, box: Box): SheetCell[] {
  const [nearest, next] = [1, 2].map((up) => (below - up < 0 ? [] : cellsInRow(sheet, below - up, box)))
  return nearest && nearest.length > 0 && !arePairs(nearest) ? nearest : (next ?? [])
}

/** Of the rows so many have a cell that is merged over the empty column: the column belongs to the one before it. */
const MERGED_SHARE = 0.5

function isMergedOver(sheet: Sheet, lines: readonly Line[], seam: number): boolean {
  const rows = lines.filter(({ isProse }) => !isProse)
  const merged = rows.filter(({ row }) => {
    const merge = sheet.mergeAt(row, seam - 1)
    return merge !== null && merge.left < merge.right
  })
  return merged.length >= rows.length * MERGED_SHARE
}

/** `assets | amount | liabilities | amount`: the names of the values are the same; those of the labels are others, or the same too. */
function halvesOf(lines: readonly Line[], columns: readonly Column[], box: Box): number | null {
  const [first, second] = lines.filter(({ isProse, isNaming }) => !isProse && isNaming)
  if (!first) return null
  // The names of columns may stand below fewer names, those of the two tables.
  const names = second && second.cells.length > first.cells.length ? second : first
  // Names below others, as months below years, are no lists of their own.
  const begins = names.cells[0]?.column === box.left + columns.findIndex(({ length }) => length > 0)
  const middle = names.cells[names.cells.length / 2]?.column
  const isFirst = begins && (names === first || !first.cells.some(({ column }) => column === middle))
  return halvesUnder(names.cells, columns, box, isFirst || (begins && haveOwnLabels(names.cells, columns, box)))
}

/** Under the same name each half has labels, and none of the other's: costs at the left and income at the right. */
function haveOwnLabels(names: readonly SheetCell[], columns: readonly Column[], { left }: Box): boolean {
  const half = names.length / 2
  return names.slice(0, half).some(({ column }, n) => {
    const [one, other] = [columns[column - left], columns[(names[half + n]?.column ?? left) - left]]
    if (!one || !other || !isLabels(one) || !isLabels(other)) return false
    const texts = new Set(one.slice(1).map(({ text }) => text))
    return other.slice(1).every(({ text }) => !texts.has(text) || text === names[n]?.text)
  })
}

/** Fewer names that come again may be a measure for each of two things. */
const FEWEST_IN_BLOCKS = 6

function halvesUnder(
  names: readonly SheetCell[],
  columns: readonly Column[],
  { left }: Box,
  isFirst: boolean,
): number | null {
  const half = names.length / 2
  const [first] = names
  const second = names[half]
  if (!first || !second || names.length < 4) return null
  const areWhole = names.slice(0, half).every(({ text }, n) => text === names[half + n]?.text)
  // A list that goes on in a second block beside the first has the same names, all of them.
  if (areWhole && names.length >= FEWEST_IN_BLOCKS && isFirst) return second.column
  if (second.column !== first.column + half) return null
  const isSame = names.slice(1, half).every(({ text }, n) => text === names[half + 1 + n]?.text)
  // The very same names again begin a second table, or the second column of a list.
  const isOther = first.text === second.text || wordsOf(first.text) !== wordsOf(second.text)
  const areLabels = isLabels(columns[first.column - left]) && isLabels(columns[second.column - left])
  return isSame && isOther && areLabels ? second.column : null
}

/** Groups that are counted are one table. */
const wordsOf = (text: string) => text.replaceAll(/[\d\s]+/g, '')

function emptySeams(columns: readonly Column[], box: Box): number[] {
  const segments = segmentsOf(columns)
  // A spaced sheet has an empty column after each column.
  const spaced = segments.filter(({ from, to }) => from === to).length
  if (segments.length < 2 || spaced * 2 > segments.length) return []
  return segments.flatMap(({ from, to }, n) => {
    if (n === 0 || to === from) return []
    const areTables =
      hasValues(columns.slice(0, from)) && isLabels(columns[from]) && hasValues(columns.slice(from + 1, to + 1))
    const [before, behind] = [columns.slice(0, from), columns.slice(from, to + 1)]
    const gap = from - (segments[n - 1]?.to ?? from) - 1
    return areTables || goOnAlone(before, behind) || endsEarly(before, behind, gap) ? [box.left + from] : []
  })
}

/** Of the rows of each side so many have nothing on the other one. */
const ALONE_SHARE = 0.2

/** Lists beside each other that begin in the same row: a record of one table fills both sides, a remark has a record beside it. */
function goOnAlone(left: readonly Column[], right: readonly Column[]): boolean {
  const [rowsOfLeft, rowsOfRight] = [rowsIn(left), rowsIn(right)]
  const alone = (rows: ReadonlySet<number>, others: ReadonlySet<number>) =>
    rows.size > 2 && [...rows].filter((row) => !others.has(row)).length >= ALONE_SHARE * rows.size
  const begins = Math.min(...rowsOfLeft)
  return begins === Math.min(...rowsOfRight) && alone(rowsOfLeft, rowsOfRight) && alone(rowsOfRight, rowsOfLeft)
}

/** Empty columns that no table leaves inside itself. */
const WIDE_GAP = 2
/** Behind one empty column a block that ends so many rows before the other, or after it, is a table of its own. */
const SURELY_SHORTER = 3

/** A block with names of its own that is full from its first row to its last and ends above or below the other one. */
function endsEarly(left: readonly Column[], right: readonly Column[], gap: number): boolean {
  const [rowsOfLeft, rowsOfRight] = [rowsIn(left), rowsIn(right)]
  const [lastOfLeft, lastOfRight] = [Math.max(...rowsOfLeft), Math.max(...rowsOfRight)]
  if (right.length < 2 || lastOfLeft === lastOfRight || rowsOfRight.size < 3) return false
  if (Math.abs(lastOfLeft - lastOfRight) >= SURELY_SHORTER && isLabelled(left) && isLabelled(right)) return true
  const isShorter = gap >= WIDE_GAP || (lastOfLeft - lastOfRight >= SURELY_SHORTER && isWhole(left.filter(isUsed)))
  return isShorter && isWhole(right)
}

const isUsed = (cells: Column) => cells.length > 0

/** A name above each column, and labels of its own in each row from the first to the last. */
function isLabelled(columns: readonly Column[]): boolean {
  const used = columns.filter(isUsed)
  const [labels] = used
  const top = Math.min(...rowsIn(used))
  const areNamed = used.every(([name]) => name?.row === top && name.value.kind === 'text')
  return used.length > 1 && areNamed && labels !== undefined && isLabels(labels) && labels.length === rowsIn(used).size
}

/** Every column has a cell in each row from the first to the last. */
function isWhole(columns: readonly Column[]): boolean {
  const rows = rowsIn(columns)
  return columns.every((cells) => cells.length === rows.size) && Math.max(...rows) - Math.min(...rows) + 1 === rows.size
}

const rowsIn = (columns: readonly Column[]) => new Set(columns.flatMap((cells) => cells.map(({ row }) => row)))

type Column = readonly SheetCell[]

function columnsOf(lines: readonly Line[], { left, right }: Box): Column[] {
  const columns: SheetCell[][] = Array.from({ length: right - left + 1 }, () => [])
  for (const { cells, isProse } of lines)
    if (!isProse) for (const cell of cells) columns[cell.column - left]?.push(cell)
  return columns
}

type Segment = { from: number; to: number }

function segmentsOf(columns: readonly Column[]): Segment[] {
  const segments: Segment[] = []
  columns.forEach((cells, column) => {
    if (cells.length === 0) return
    const last = segments.at(-1)
    if (last && last.to === column - 1) last.to = column
    else segments.push({ from: column, to: column })
  })
  return segments
}

function isLabels(cells: Column | undefined): boolean {
  if (!cells || cells.length < 2) return false
  const words = cells.filter(({ value }) => value.kind === 'text' || value.kind === 'date' || value.kind === 'code')
  const distinct = new Set(cells.map(({ text }) => text))
  return words.length >= cells.length * LABEL_SHARE && distinct.size >= cells.length * LABEL_SHARE
}

const hasValues = (columns: readonly Column[]) =>
  columns.some(
    (cells) => cells.filter(({ value }) => value.kind === 'number').length * 2 >= cells.length && cells.length > 1,
  )
