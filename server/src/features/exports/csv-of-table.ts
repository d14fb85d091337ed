import { type CsvOptions, writeCsv } from '@bindery/spreadsheet/write/write-csv.ts'
import type { Reader } from '../../tabular/reader.ts'
import { ROW_ID } from '../../tabular/table.ts'
import type { ExportedTable } from './export.ts'
import { wireRows } from './wire-rows.ts'

type CsvWishes = { options: CsvOptions; hasRowIds: boolean }

/** A table as a csv file; values as JSON has them, without the quotes of a string. */
export function csvOfTable(reader: Reader, exported: ExportedTable, { options, hasRowIds }: CsvWishes) {
  const columns = exported.columns.map(({ name, type }) => ({ name, isText: isText(type.name) }))
  const ids = hasRowIds ? [{ name: ROW_ID, isText: false }] : []
  // The id is the last value of a row, and only written where a column asks for it.
  return writeCsv({ columns: [...columns, ...ids], rows: wireRows(reader, exported) }, options)
}

const isText = (type: string) => type === 'VARCHAR' || type === 'JSON'
