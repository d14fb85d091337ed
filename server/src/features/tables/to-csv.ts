import { markFormulas } from '@bindery/spreadsheet/write/csv/formula-marks.ts'
import type { ReadableColumn } from '../../tabular/readable-table.ts'
import type { RowPage } from '../../tabular/reader.ts'
import { ROW_ID } from '../../tabular/table.ts'
import { encodeToJsonText } from '../../tabular/values.ts'

export type FormattedRows = { columns: readonly ReadableColumn[]; rows: RowPage['rows']; hasRowIds: boolean }

/** RFC 4180. NULL is nothing at all between the commas, an empty text a pair of quotes. */
export function toCsv({ columns, rows, hasRowIds }: FormattedRows): Buffer {
  const header = [...columns.map(({ name }) => quoteText(name)), ...(hasRowIds ? [ROW_ID] : [])]
  const lines = rows.map(({ rowId, cells }) => {
    const fields = columns.map(({ type }, n) => fieldOf(type, cells[n] ?? null))
    return [...fields, ...(hasRowIds ? [String(rowId)] : [])].join(',')
  })
  return Buffer.from([header.join(','), ...lines, ''].join('\r\n'))
}

/** The value as JSON has it, without the quotes of a string; JSON itself as its text. */
function fieldOf(type: ReadableColumn['type'], canonical: string | null): string {
  if (canonical === null) return ''
  if (type.name === 'VARCHAR' || type.name === 'JSON') return quoteText(canonical)
  const text = encodeToJsonText(type, canonical)
  return text.startsWith('"') ? text.slice(1, -1) : text
}

/** A spreadsheet would compute what begins like a formula, so it gets an apostrophe in front. */
function quoteText(text: string): string {
  const inert = markFormulas(text, ',')
  return inert === '' || /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
