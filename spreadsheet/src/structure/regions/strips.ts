import type { Box } from '../../grid.ts'
import type { SheetCell } from '../sheet.ts'
import { firstRowSeen } from './formula-rows.ts'
import type { Line, SheetRows } from './lines.ts'

/** Lines that no cut goes through: the pieces of which tables are put together. */
export type Strip = {
  lines: readonly Line[]
  /** Empty rows between it and the strip before. */
  gap: number
  isProse: boolean
  /** It follows on a table at once, with nothing but a text between them. */
  isGlued: boolean
  /** How many of its first lines look like the names of columns. */
  headerLines: number
  /** They stand out from what is below them. */
  opens: boolean
  /** Values follow its names at once. */
  hasBody: boolean
  /** Its first line holds numbers or days over such. */
  isValues: boolean
  /** The first row that its formulas compute from. */
  computesFrom: number | null
}

/** A header of more rows is rare, and a list of words looks like one. */
export const MOST_HEADER_LINES = 6

export function stripsOf(rows: SheetRows, lines: readonly Line[], box: Box): Strip[] {
  const strips: Strip[] = []
  const names = lines.find(({ isProse }) => !isProse)
  const starts = (n: number) => startsStrip(rows, lines, n, box) || (names !== undefined && opensAgain(lines, n, names))
  let from = 0
  lines.forEach((line, n) => {
    const next = lines[n + 1]
    if (next && !starts(n + 1)) return
    const held = lines.slice(from, n + 1)
    const before = lines[from - 1]
    const gap = before && held[0] ? gapBetween(rows, before.row, held[0].row, box) : 0
    const namesLines = line.isProse ? 0 : headerLines(held)
    const last = strips.at(-1)
    strips.push({
      lines: held,
      gap,
      isGlued: last !== undefined && gap === 0 && (!last.isProse || (last.gap === 0 && strips.length > 1)),
      isProse: line.isProse,
      headerLines: namesLines,
      opens: standsOut(held, namesLines, next),
      hasBody: held.length > namesLines || (next !== undefined && next.row === line.row + 1 && !next.isProse),
      isValues: held[0] !== undefined && held[1] !== undefined && areSameValues(held[0], held[1]),
      computesFrom: firstRowSeen(held),
    })
    from = n + 1
  })
  return strips
}

function startsStrip(rows: SheetRows, lines: readonly Line[], n: number, box: Box): boolean {
  const line = lines[n]
  const before = lines[n - 1]
  if (!line || !before) return true
  if (gapBetween(rows, before.row, line.row, box) > 0) return true
  if (line.isProse || before.isProse) return line.isProse !== before.isProse
  return line.isFramed !== before.isFramed
}

/** Without a gap only a line that says the first names again, or looks like them and unlike its neighbours, begins something. */
function opensAgain(lines: readonly Line[], n: number, names: Line): boolean {
  const line = lines[n]
  const before = lines[n - 1]
  const after = lines[n + 1]
  if (!line?.isNaming || line.isProse || line.cells.length < 2 || !before || !after) return false
  if (!names.isNaming || before.isNaming) return false
  if (line.cells.every(({ text }, at) => at >= names.cells.length || text === names.cells[at]?.text)) return true
  return !looksOther(line, names) && looksOther(line, before) && looksOther(line, after)
}

/** Further rows say no more. */
const LONGEST_GAP = 10

/** Rows that hold nothing between two that do; a row that is framed like a table's, or bridged by a merged cell, is no gap. */
function gapBetween(rows: SheetRows, above: number, below: number, box: Box): number {
  let gap = 0
  for (let row = above + 1; row < below && gap < LONGEST_GAP; row++) if (!isBound(rows, row, box)) gap++
  return gap
}

function isBound({ framed, bridged, filtered }: SheetRows, row: number, { left, right }: Box): boolean {
  if (filtered && row > filtered.top && row <= filtered.bottom && filtered.left <= right && filtered.right >= left)
    return true
  const inBand = (column: number) => column >= left && column <= right
  const frames = framed.get(row)?.filter(inBand).length ?? 0
  return frames * 2 > right - left + 1 || bridged.get(row)?.some(inBand) === true
}

/** Of a strip of nothing but words all lines may be names: what follows tells. */
function headerLines(lines: readonly Line[]): number {
  let naming = 0
  while (lines[naming]?.isNaming && naming < MOST_HEADER_LINES) naming++
  return naming === MOST_HEADER_LINES ? 1 : naming
}

function standsOut(lines: readonly Line[], names: number, next: Line | undefined): boolean {
  const [first, second] = lines
  const last = lines[names - 1]
  const below = lines[names] ?? next
  if (!first || !last || last.cells.length < 2) return false
  // Small counts below years look like names too: then the years alone must differ.
  if (!areDistinct(last) && !areDistinct(first)) return false
  return (below !== undefined && contrasts(last, below)) || (second !== undefined && contrasts(first, second))
}

function areSameValues(line: Line, below: Line): boolean {
  const kinds = new Map(below.cells.map(({ column, value }) => [column, value.kind]))
  return line.cells.some(({ column, value }) => value.kind !== 'text' && kinds.get(column) === value.kind)
}

/** The same word in every column names none. */
function areDistinct({ cells }: Line): boolean {
  return new Set(cells.map(({ text }) => text)).size * 2 > cells.length
}

/** Texts over or under numbers, years over or under other numbers. */
function turns(line: Line, other: Line): boolean {
  const cells = new Map(other.cells.map((cell) => [cell.column, cell]))
  const turned = line.cells.filter((cell) => isOtherKind(cell, cells.get(cell.column)))
  return turned.length > 1 || turned.length * 3 >= line.cells.length
}

function isOtherKind(cell: SheetCell, other: SheetCell | undefined): boolean {
  if (other?.value.kind !== 'number' && other?.value.kind !== 'date') return false
  return cell.value.kind === 'text' || (isYear(cell) && !isYear(other))
}

const isYear = ({ value }: SheetCell) => value.kind === 'number' && value.number >= 1900 && value.number <= 2100

/** Another weight or ground in most cells, or texts where the other has numbers. */
function contrasts(line: Line, other: Line): boolean {
  return turns(line, other) || looksOther(line, other)
}

function looksOther(line: Line, other: Line): boolean {
  const share = (cells: readonly SheetCell[], is: (cell: SheetCell) => boolean) =>
    cells.filter(is).length / cells.length
  const isBold = ({ style }: SheetCell) => style.isBold
  const ground = line.cells[0]?.style.fill ?? null
  const isOnGround = ({ style }: SheetCell) => style.fill === ground
  const weight = Math.abs(share(line.cells, isBold) - share(other.cells, isBold))
  const fill = share(line.cells, isOnGround) - share(other.cells, isOnGround)
  return weight > 0.7 || fill > 0.7
}
