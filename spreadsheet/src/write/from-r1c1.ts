import { columnLetters, MOST_COLUMNS, MOST_ROWS } from '../xlsx/cell-reference.ts'

const PLACE = String.raw`(\[-?\d+\]|\d+)?`
const WORD = String.raw`[\w.$\\?\u0080-\uffff]`
const END = `(?!${WORD}|[(!])`
const CELL = `R${PLACE}C${PLACE}${END}`
const COLUMNS = `C${PLACE}:C${PLACE}${END}`
const ROWS = `R${PLACE}:R${PLACE}${END}`
const QUOTED = `"(?:[^"]|"")*"|'(?:[^']|'')*'`
/** Columns of tables and other files; the brackets of a table hold brackets. */
const BRACKETS = String.raw`\[(?:[^[\]']|'.|\[(?:[^[\]']|'.)*\])*\]`
const PIECE = new RegExp(`${COLUMNS}|${ROWS}|${CELL}|${QUOTED}|${BRACKETS}|${WORD}+`, 'g')

const WHOLE_CELL = new RegExp(`^${CELL}$`)
const WHOLE_COLUMNS = new RegExp(`^${COLUMNS}$`)
const WHOLE_ROWS = new RegExp(`^${ROWS}$`)
const NOWHERE = '#REF!'

/** A formula of R1C1 notation in A1 notation, as the cell that holds it spells it. */
export function fromR1C1(formula: string, row: number, column: number): string {
  return formula.replace(PIECE, (piece) => placeInA1(piece, row, column))
}

function placeInA1(piece: string, row: number, column: number): string {
  const cell = WHOLE_CELL.exec(piece)
  if (cell) return together(columnInA1(cell[2], column), rowInA1(cell[1], row), '')
  const columns = WHOLE_COLUMNS.exec(piece)
  if (columns) return together(columnInA1(columns[1], column), columnInA1(columns[2], column), ':')
  const rows = WHOLE_ROWS.exec(piece)
  return rows ? together(rowInA1(rows[1], row), rowInA1(rows[2], row), ':') : piece
}

const together = (first: string | null, second: string | null, between: string) =>
  first === null || second === null ? NOWHERE : first + between + second

function rowInA1(place: string | undefined, origin: number): string | null {
  const { index, mark } = resolve(place, origin)
  return index >= 0 && index < MOST_ROWS ? `${mark}${index + 1}` : null
}

function columnInA1(place: string | undefined, origin: number): string | null {
  const { index, mark } = resolve(place, origin)
  return index >= 0 && index < MOST_COLUMNS ? `${mark}${columnLetters(index)}` : null
}

/** `5` is absolute, `[2]` counts from the cell, nothing is the cell's own. */
function resolve(place: string | undefined, origin: number): { index: number; mark: '$' | '' } {
  if (place === undefined) return { index: origin, mark: '' }
  if (!place.startsWith('[')) return { index: Number(place) - 1, mark: '$' }
  return { index: origin + Number(place.slice(1, -1)), mark: '' }
}
