import { ByteWriter } from './byte-writer.ts'
import { eachRow } from './each-row.ts'
import { cellWriter, jsonSpelling } from './json-cells.ts'
import type { ResultColumn } from './result-columns.ts'
import type { RowEncoder } from './row-encoder.ts'
import { isValid } from './validity.ts'

export type JsonShape = 'objects' | 'arrays'

/** One JSON array of all rows. */
export function jsonEncoder(columns: readonly ResultColumn[], shape: JsonShape): RowEncoder {
  return { ...rowsEncoder(columns, shape, { between: ',', after: '' }), begin: () => text('['), end: () => text(']') }
}

/** One row a line. */
export function ndjsonEncoder(columns: readonly ResultColumn[], shape: JsonShape): RowEncoder {
  return { ...rowsEncoder(columns, shape, { between: '', after: '\n' }), begin: () => text(''), end: () => text('') }
}

const text = (characters: string) => Buffer.from(characters)

function rowsEncoder(columns: readonly ResultColumn[], shape: JsonShape, marks: { between: string; after: string }) {
  const out = new ByteWriter()
  const spelling = jsonSpelling(out)
  const [open, close] = shape === 'objects' ? (['{', '}'] as const) : (['[', ']'] as const)
  const keys = columns.map(({ name }, n) =>
    text(`${n === 0 ? open : ','}${shape === 'objects' ? `${JSON.stringify(name)}:` : ''}`),
  )
  return eachRow(columns, out, (read) => {
    const cells = read.map(({ column, values }, n) => ({
      key: keys[n] ?? NOTHING,
      validity: values.validity,
      write: cellWriter(column.type, values, out, spelling),
    }))
    return (row, isFirst) => {
      if (!isFirst) out.ascii(marks.between)
      for (const { key, validity, write } of cells) {
        out.raw(key)
        if (isValid(validity, row)) write(row)
        else out.ascii('null')
      }
      out.ascii(close)
      out.ascii(marks.after)
    }
  })
}

const NOTHING = new Uint8Array()
