import { type CellObject, utils, write } from '@e965/xlsx'
import type { Given, GivenColumn } from './given.ts'

/** The sheet as delimited text, its names in the first row; quotes where the rules demand them. */
export function csvFile(columns: readonly GivenColumn[]): Buffer<ArrayBuffer> {
  const rows = columns[0]?.cells.length ?? 0
  const lines = [columns.map(({ name }) => name).join(',')]
  for (let row = 0; row < rows; row++) lines.push(columns.map(({ cells }) => csvField(cells[row] ?? null)).join(','))
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

function csvField(given: Given): string {
  const text = given?.kind === 'text' ? given.text : ''
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The sheet as a workbook, written by SheetJS. */
export function xlsxFile(columns: readonly GivenColumn[]): Buffer<ArrayBuffer> {
  const rows = columns[0]?.cells.length ?? 0
  const sheet = utils.aoa_to_sheet([columns.map(({ name }) => name)])
  for (const [column, { cells }] of columns.entries()) {
    for (const [row, given] of cells.entries()) {
      if (given !== null) sheet[utils.encode_cell({ r: row + 1, c: column })] = cellObject(given)
    }
  }
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows, c: columns.length - 1 } })
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'nasty')
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
}

function cellObject(given: NonNullable<Given>): CellObject {
  switch (given.kind) {
    case 'text':
      return { t: 's', v: given.text }
    case 'number':
      return { t: 'n', v: given.value, z: given.format }
    case 'boolean':
      return { t: 'b', v: given.value }
    case 'error':
      return { t: 'e', v: ERROR_NUMBERS[given.code] ?? 0 }
  }
}

const ERROR_NUMBERS: Readonly<Record<string, number>> = {
  '#DIV/0!': 0x07,
  '#VALUE!': 0x0f,
  '#REF!': 0x17,
  '#NAME?': 0x1d,
  '#NUM!': 0x24,
  '#N/A': 0x2a,
}
