import { columnIndex, MOST_COLUMNS, MOST_ROWS } from '../../xlsx/cell-reference.ts'
import { piecesOf } from '../../xlsx/to-r1c1.ts'
import { type RowChange, RowsRefused, rowAfter, spanAfter } from './row-change.ts'

/** Where a formula stands, and what it is relative to. */
export type FormulaHome =
  /** In one cell of a sheet, or in a part that belongs to it. */
  | { kind: 'cell'; sheet: string }
  /** A name: what has no dollar sign counts from the cell that uses the name. */
  | { kind: 'name' }
  /** For many cells, spelled as the first one sees it; `rows` are those of all of them. */
  | { kind: 'cells'; sheet: string; rows: readonly (readonly [top: number, bottom: number])[]; what: string }

const CELL = /^(\$?[A-Za-z]{1,3})(\$?)([1-9]\d{0,6})$/
const ROW = /^(\$?)([1-9]\d{0,6})$/
const NOWHERE = '#REF!'

type Corner = { column: string; mark: string; row: number }

/** The formula, A1 notation, as it must be after rows came or went: it refers to the same cells where these are then. */
export function shiftFormula(change: RowChange, home: FormulaHome, formula: string): string {
  const pieces = piecesOf(formula)
  let shifted = ''
  for (let n = 0; n < pieces.length; ) {
    const { text, taken } = shiftAt(change, home, pieces, n)
    shifted += text
    n += taken
  }
  return shifted
}

/** What stands there, and of how many pieces. */
function shiftAt(change: RowChange, home: FormulaHome, pieces: readonly string[], n: number) {
  const [piece = '', next = '', last = '', after = ''] = pieces.slice(n, n + 4)
  const same = { text: piece, taken: 1 }
  if (/^[(![]/.test(next)) return same
  // Sheets may be named like cells.
  if (next === ':' && pieces[n - 1] !== '!' && after.startsWith('!') && cellIn(piece))
    throw severalSheets(`${piece}:${last}`)
  const area = next.trim() === ':' ? areaAt(pieces, n) : null
  const cell = cellIn(piece)
  if (!area && !cell) return same
  const isOurs = isOfSheet(change, home, pieces, n)
  if (area) {
    const text = `${piece}${next}${last}`
    return { text: isOurs ? shiftArea(change, home, area, next, text) : text, taken: 3 }
  }
  if (!cell || !isOurs) return same
  return { text: shiftCell(change, home, cell, { piece, isCorner: isCornerAt(pieces, n) }), taken: 1 }
}

function cellIn(piece: string): Corner | null {
  const [, column = '', mark = '', digits = ''] = CELL.exec(piece) ?? []
  const row = Number(digits) - 1
  return digits !== '' && columnIndex(column.replace('$', '')) < MOST_COLUMNS && row < MOST_ROWS
    ? { column, mark, row }
    : null
}

/** `A1:B2` or whole rows `1:3`; whole columns have no rows. */
function areaAt(pieces: readonly string[], n: number): [Corner, Corner] | null {
  const [first = '', last = '', after = ''] = [pieces[n], pieces[n + 2], pieces[n + 3]]
  if (after.startsWith('!') || after.startsWith('(')) return null
  const [from, to] = [cellIn(first), cellIn(last)]
  if (from && to) return [from, to]
  const lines = [first, last].map((each) => ROW.exec(each))
  const [one, other] = lines.map((found) => found && { column: '', mark: found[1] ?? '', row: Number(found[2]) - 1 })
  return one && other && one.row < MOST_ROWS && other.row < MOST_ROWS ? [one, other] : null
}

/** One end of a range whose other end is computed, or names its sheet again. */
const isCornerAt = (pieces: readonly string[], n: number) =>
  (pieces[n + 1] ?? '').trim().startsWith(':') || (pieces[n - 1] ?? '').trim().endsWith(':')

/** Whether what stands there is on the sheet whose rows change. */
function isOfSheet(change: RowChange, home: FormulaHome, pieces: readonly string[], n: number): boolean {
  if (pieces[n - 1] !== '!') return home.kind !== 'name' && isSameName(home.sheet, change.sheet)
  const spelled = pieces[n - 2] ?? ''
  const before = pieces[n - 3] ?? ''
  // Another file, or a sheet that is gone.
  if (before.endsWith(']') || before.endsWith('#') || spelled.includes('[')) return false
  const name = spelled.startsWith("'") ? spelled.slice(1, -1).replaceAll("''", "'") : spelled
  const isRange = before === ':' && pieces[n - 5] === '!' && cellIn(pieces[n - 4] ?? '') !== null
  if ((before === ':' && !isRange) || name.includes(':')) throw severalSheets(spelled)
  return isSameName(name, change.sheet)
}

const severalSheets = (text: string) =>
  new RowsRefused('several_sheets', `a formula reads the same cells of several sheets at once: ${text}`)

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

type SpelledCell = { piece: string; isCorner: boolean }

function shiftCell(change: RowChange, home: FormulaHome, cell: Corner, { piece, isCorner }: SpelledCell): string {
  const { column, mark, row } = cell
  if (mark === '' && home.kind === 'name') return piece
  if (mark === '' && home.kind === 'cells') return spelled(column, mark, relativeRow(change, home, row))
  const next = rowAfter(change, row)
  if (next === null && isCorner)
    throw new RowsRefused('range', `a formula has a range one end of which is ${piece}, which would go`)
  return spelled(column, mark, next)
}

function shiftArea(
  change: RowChange,
  home: FormulaHome,
  [first, last]: [Corner, Corner],
  between: string,
  same: string,
): string {
  const relative = [first, last].filter(({ mark }) => mark === '').length
  if (home.kind === 'name' && relative > 0) {
    const isStill = [first, last].every(({ mark, row }) => mark === '' || rowAfter(change, row) === row)
    if (isStill) return same
    throw new RowsRefused('relative_name', `a name of the file has a range that is fixed at one end only: ${same}`)
  }
  if (home.kind === 'cells' && relative > 0) {
    const [from, to] = [endOf(change, home, first), endOf(change, home, last)]
    return `${spelled(first.column, first.mark, from)}${between}${spelled(last.column, last.mark, to)}`
  }
  const isTurned = first.row > last.row
  const span = spanAfter(change, Math.min(first.row, last.row), Math.max(first.row, last.row))
  if (!span) return NOWHERE
  const [from, to] = isTurned ? [span[1], span[0]] : span
  return `${spelled(first.column, first.mark, from)}${between}${spelled(last.column, last.mark, to)}`
}

/** One end of a range whose ends may move apart. */
function endOf(change: RowChange, home: FormulaHome & { kind: 'cells' }, { mark, row }: Corner): number {
  const next = mark === '' ? relativeRow(change, home, row) : rowAfter(change, row)
  if (next === null) throw uneven(home)
  return next
}

/** A row that counts from the cell: all cells must still be as far from theirs as the first one is. */
function relativeRow(change: RowChange, home: FormulaHome & { kind: 'cells' }, row: number): number {
  const base = Math.min(...home.rows.map(([top]) => top))
  const away = row - base
  const { row: at, count } = change
  const edges = [at - 1, at, at + count - 1, at + count].flatMap((edge) => [edge, edge - away])
  const found = new Set<number>()
  const isMoved = isSameName(home.sheet, change.sheet)
  for (const [top, bottom] of home.rows)
    for (const each of [top, bottom, ...edges]) {
      if (each < top || each > bottom) continue
      const next = isMoved ? rowAfter(change, each) : each
      if (next === null) continue
      const read = rowAfter(change, each + away)
      if (read === null) throw uneven(home)
      found.add(read - next)
    }
  const [only] = found
  if (found.size > 1 || only === undefined) throw uneven(home)
  if (!isMoved) return base + only
  const first = Math.min(...home.rows.flatMap(([top, bottom]) => spanAfter(change, top, bottom)?.[0] ?? []))
  return first + only
}

const uneven = ({ what }: FormulaHome & { kind: 'cells' }) =>
  new RowsRefused(
    'relative_rule',
    `${what} looks at other rows than its own, which would not be equally far from all its cells`,
  )

const spelled = (column: string, mark: string, row: number | null) =>
  row === null ? NOWHERE : `${column}${mark}${row + 1}`
