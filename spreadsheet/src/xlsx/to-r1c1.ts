import { columnIndex, MOST_COLUMNS, MOST_ROWS } from './cell-reference.ts'

const CELL = /^(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d{0,6})$/
const COLUMN = /^(\$?)([A-Za-z]{1,3})$/
const ROW = /^(\$?)([1-9]\d{0,6})$/
/** A quoted text, a quoted sheet, a bracket, a word, or whatever else stands there. */
const PIECE = /"(?:[^"]|"")*"?|'(?:[^']|'')*'?|\[|[\w.$\\?\u0080-\uffff]+|[^"'[\w.$\\?\u0080-\uffff]+/g

/** A formula of A1 notation in R1C1 notation, as seen from the cell that holds it. */
export function toR1C1(formula: string, row: number, column: number): string {
  const pieces = piecesOf(formula)
  let r1c1 = ''
  for (let n = 0; n < pieces.length; n++) {
    const piece = pieces[n] ?? ''
    const next = pieces[n + 1] ?? ''
    const isOther = next.startsWith('(') || next.startsWith('!')
    const lines = next === ':' ? linesInR1C1(piece, pieces[n + 2] ?? '', pieces[n + 3] ?? '', row, column) : null
    if (lines !== null) n += 2
    r1c1 += lines ?? (isOther ? piece : cellInR1C1(piece, row, column))
  }
  return r1c1
}

/** A formula in pieces. Brackets (columns of tables, other files) may hold brackets: such a piece reaches to the last one. */
export function piecesOf(formula: string): string[] {
  const pieces: string[] = []
  PIECE.lastIndex = 0
  for (let found = PIECE.exec(formula); found; found = PIECE.exec(formula)) {
    if (found[0] !== '[') {
      pieces.push(found[0])
      continue
    }
    const to = endOfBracket(formula, found.index)
    pieces.push(formula.slice(found.index, to))
    PIECE.lastIndex = to
  }
  return pieces
}

function endOfBracket(formula: string, from: number): number {
  let depth = 0
  for (let at = from; at < formula.length; at++) {
    const character = formula[at]
    // An apostrophe takes the meaning from the character behind it.
    if (character === "'") at++
    else if (character === '[') depth++
    else if (character === ']' && --depth === 0) return at + 1
  }
  return formula.length
}

function cellInR1C1(piece: string, row: number, column: number): string {
  const [, columnMark = '', letters = '', rowMark = '', digits = ''] = CELL.exec(piece) ?? []
  const cellColumn = columnIndex(letters)
  const cellRow = Number(digits) - 1
  if (digits === '' || cellColumn >= MOST_COLUMNS || cellRow >= MOST_ROWS) return piece
  return place('R', cellRow, rowMark ? null : row) + place('C', cellColumn, columnMark ? null : column)
}

/** Whole columns `A:C` and whole rows `1:3`; but not the sheets `Jan:Mar!`. */
function linesInR1C1(first: string, last: string, after: string, row: number, column: number): string | null {
  if (after.startsWith('!') || after.startsWith('(')) return null
  const [, fromMark, fromLetters] = COLUMN.exec(first) ?? []
  const [, toMark, toLetters] = COLUMN.exec(last) ?? []
  if (fromLetters && toLetters) {
    const from = columnIndex(fromLetters)
    const to = columnIndex(toLetters)
    if (from >= MOST_COLUMNS || to >= MOST_COLUMNS) return null
    return `${place('C', from, fromMark ? null : column)}:${place('C', to, toMark ? null : column)}`
  }
  const [, fromRowMark, fromDigits] = ROW.exec(first) ?? []
  const [, toRowMark, toDigits] = ROW.exec(last) ?? []
  if (!fromDigits || !toDigits) return null
  return `${place('R', Number(fromDigits) - 1, fromRowMark ? null : row)}:${place('R', Number(toDigits) - 1, toRowMark ? null : row)}`
}

/** `origin` is null for an absolute place. */
function place(axis: 'R' | 'C', index: number, origin: number | null): string {
  if (origin === null) return `${axis}${index + 1}`
  return index === origin ? axis : `${axis}[${index - origin}]`
}
