import { ByteWriter } from './byte-writer.ts'
import { readColumns } from './column-values.ts'
import { type CellWriter, cellWriter } from './json-cells.ts'
import type { ResultColumn } from './result-columns.ts'
import { type RowEncoder, takeRow } from './row-encoder.ts'
import { isValid, type Validity } from './validity.ts'

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

/** Parts of this size are sent: some hundred rows, or one that is large. */
const PART_BYTES = 512 * 1024

type Cell = { key: Uint8Array; validity: Validity; write: CellWriter }

function rowsEncoder(columns: readonly ResultColumn[], shape: JsonShape, marks: { between: string; after: string }) {
  const out = new ByteWriter()
  const [open, close] = shape === 'objects' ? (['{', '}'] as const) : (['[', ']'] as const)
  const keys = columns.map(({ name }, n) =>
    text(`${n === 0 ? open : ','}${shape === 'objects' ? `${JSON.stringify(name)}:` : ''}`),
  )
  let cells: readonly Cell[] = []
  let rows = { next: 0, count: 0 }
  let between = ''

  const writeRow = (row: number) => {
    out.ascii(between)
    for (const { key, validity, write } of cells) {
      out.raw(key)
      if (isValid(validity, row)) write(row)
      else out.ascii('null')
    }
    out.ascii(close)
    out.ascii(marks.after)
  }

  return {
    load(chunk) {
      cells = readColumns(columns, chunk).map(({ column, values }, n) => ({
        key: keys[n] ?? NOTHING,
        validity: values.validity,
        write: cellWriter(column.type, values, out),
      }))
      rows = { next: 0, count: chunk.rowCount }
    },
    add(budget) {
      for (; rows.next < rows.count && out.length < PART_BYTES; rows.next++) {
        const began = out.length
        writeRow(rows.next)
        if (!takeRow(budget, out.length - began)) {
          out.cut(began)
          return false
        }
        between = marks.between
      }
      return rows.next === rows.count
    },
    take: () => out.take(),
  } satisfies Pick<RowEncoder, 'load' | 'add' | 'take'>
}

const NOTHING = new Uint8Array()
