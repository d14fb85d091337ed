import type { CsvForm } from '../../csv-form.ts'
import { ByteWriter } from './byte-writer.ts'
import { fieldMaker } from './csv-fields.ts'
import { eachRow } from './each-row.ts'
import type { ResultColumn } from './result-columns.ts'
import type { RowEncoder } from './row-encoder.ts'

/** Rows as the lines of a csv file, in UTF-8 and without a header: the very bytes that `writeCsv` makes of the same values. */
export function csvEncoder(columns: readonly ResultColumn[], form: CsvForm): RowEncoder {
  const out = new ByteWriter()
  const makers = columns.map(() => fieldMaker(form))
  const delimiter = form.delimiter.charCodeAt(0)
  const rows = eachRow(columns, out, (read, rowCount) => {
    const fields = read.flatMap((column, n) => makers[n]?.(column, rowCount) ?? [])
    return (row) => {
      const began = out.length
      out.fields(fields, row, delimiter)
      // Readers pass over empty lines: a row must not be one.
      if (out.length === began) out.ascii('""')
      out.ascii(form.lineEnd)
    }
  })
  return { ...rows, begin: () => Buffer.alloc(0), end: () => Buffer.alloc(0) }
}
