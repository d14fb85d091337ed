import { encodeCp932, withinCp932 } from './csv/cp932.ts'
import { BYTE_ORDER_MARK, type CsvDialect, newFieldWriter } from './csv/csv-field.ts'
import { markFormulas } from './csv/formula-marks.ts'
import type { ReportLoss } from './workbook-to-write.ts'

export type CsvValue = null | string | number | bigint | boolean

/** In bundles, as rows of a workbook are. */
export type CsvBatches = Iterable<readonly (readonly CsvValue[])[]> | AsyncIterable<readonly (readonly CsvValue[])[]>

export type CsvToWrite = {
  columns: readonly CsvColumn[]
  rows: CsvBatches
}

/** Only the cells of text columns are ever taken for formulas: a negative number begins like one. */
export type CsvColumn = { name: string; isText: boolean }

export type CsvOptions = CsvDialect & {
  encoding: 'utf-8' | 'utf-8-bom' | 'cp932'
  lineEnding: 'crlf' | 'lf'
  escapesFormulas: boolean
}

export const CSV_DEFAULTS: CsvOptions = {
  delimiter: ',',
  encoding: 'utf-8-bom',
  lineEnding: 'crlf',
  nullValue: '',
  escapesFormulas: true,
}

const CHUNK_CHARACTERS = 64 * 1024

/** A table as a csv file under a line with the names of its columns; made no faster than it is taken. */
export async function* writeCsv(
  { columns, rows }: CsvToWrite,
  options: CsvOptions = CSV_DEFAULTS,
  report: ReportLoss = () => {},
): AsyncGenerator<Buffer> {
  const encode = options.encoding === 'cp932' ? encodeCp932 : (text: string) => Buffer.from(text)
  const toLine = newLineWriter(columns, options, report)
  const names = columns.map(() => ({ isText: true }))
  const toHeader = newLineWriter(names, options, report)
  let text = options.encoding === 'utf-8-bom' ? BYTE_ORDER_MARK : ''
  let row = 0
  text += toHeader(
    columns.map(({ name }) => name),
    row++,
  )
  for await (const batch of rows) {
    for (const cells of batch) {
      text += toLine(cells, row++)
      if (text.length < CHUNK_CHARACTERS) continue
      yield encode(text)
      text = ''
    }
  }
  yield encode(text)
}

type LineWriter = (cells: readonly CsvValue[], row: number) => string

function newLineWriter(columns: readonly { isText: boolean }[], options: CsvOptions, report: ReportLoss): LineWriter {
  const toField = newFieldWriter(options)
  const lineEnd = options.lineEnding === 'crlf' ? '\r\n' : '\n'
  const isSafe = columns.map(({ isText }) => !(options.escapesFormulas && isText))
  const isCp932 = options.encoding === 'cp932'

  const toText = (value: CsvValue, row: number, column: number): string | null => {
    if (value === null) return null
    const text = typeof value === 'string' ? value : String(value)
    const safe = isSafe[column] ? text : markFormulas(text, options.delimiter)
    return isCp932 ? encodable(safe, { row, column }, report) : safe
  }

  return (cells, row) => {
    let line = ''
    for (let column = 0; column < columns.length; column++) {
      if (column > 0) line += options.delimiter
      line += toField(toText(cells[column] ?? null, row, column))
    }
    // Readers pass over empty lines: a row must not be one.
    return (line === '' ? '""' : line) + lineEnd
  }
}

function encodable(text: string, place: { row: number; column: number }, report: ReportLoss): string {
  const characters: string[] = []
  const within = withinCp932(text, characters)
  if (characters.length > 0) report({ kind: 'characters_replaced', ...place, characters })
  return within
}
