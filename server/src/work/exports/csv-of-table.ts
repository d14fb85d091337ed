import { encodeCp932, withinCp932 } from '@bindery-data/spreadsheet/write/csv/cp932.ts'
import { type CsvOptions, writeCsv } from '@bindery-data/spreadsheet/write/write-csv.ts'
import type { CsvForm, CsvLines, Reader } from '../../engine/reading/reader.ts'
import { ROW_ID } from '../../engine/table/table.ts'
import { type ExportedTable, isWhole } from './export.ts'
import { wireRows } from './wire-rows.ts'

type CsvChoices = { options: CsvOptions; hasRowIds: boolean }

/** A table as a csv file; values as JSON has them, without the quotes of a string. */
export function csvOfTable(reader: Reader, exported: ExportedTable, wishes: CsvChoices): AsyncGenerator<Buffer> {
  const isByEngine = isWhole(exported) && isWrittenByEngine(wishes.options)
  return isByEngine ? engineLines(reader, exported, wishes) : ownLines(reader, exported, wishes)
}

/** In cp932 other characters may come to look like what stands for no value: an engine, which writes UTF-8, would not see it. */
const isWrittenByEngine = ({ encoding, nullValue }: CsvOptions) => encoding !== 'cp932' || /^[!-~]*$/.test(nullValue)

/** The next lines are made while these are sent. */
async function* engineLines(reader: Reader, exported: ExportedTable, { options, hasRowIds }: CsvChoices) {
  const columnIds = exported.columns.map(({ id }) => id)
  const form = formOf(options)
  const ask = (after: number) => reader.csvLines(exported.table, { columnIds, after, hasRowIds, form })
  const encode = options.encoding === 'cp932' ? toCp932 : (part: Buffer) => part
  let lines: CsvLines | null = await ask(0)
  yield* writeCsv({ columns: columnsOf(exported, hasRowIds), rows: [] }, options)
  while (lines) {
    const { parts, next }: CsvLines = lines
    const following: Promise<CsvLines> | null = next === null ? null : ask(next)
    // A client that stops taking lines never asks how these went.
    following?.catch(() => {})
    for (const part of parts) yield encode(part)
    lines = await following
  }
}

const formOf = ({ delimiter, nullValue, lineEnding, escapesFormulas }: CsvOptions): CsvForm => ({
  delimiter,
  nullValue,
  lineEnd: lineEnding === 'crlf' ? '\r\n' : '\n',
  escapesFormulas,
})

const toCp932 = (part: Buffer) => encodeCp932(withinCp932(part.toString(), []))

/** The id is the last value of a row, and only written where a column asks for it. */
const ownLines = (reader: Reader, exported: ExportedTable, { options, hasRowIds }: CsvChoices) =>
  writeCsv({ columns: columnsOf(exported, hasRowIds), rows: wireRows(reader, exported) }, options)

function columnsOf({ columns }: ExportedTable, hasRowIds: boolean) {
  const shown = columns.map(({ name, type }) => ({ name, isText: type.name === 'VARCHAR' || type.name === 'JSON' }))
  return hasRowIds ? [...shown, { name: ROW_ID, isText: false }] : shown
}
