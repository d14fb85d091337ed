import { arrowColumn } from './arrow-columns.ts'
import { batchMessage, END_OF_STREAM, schemaMessage } from './arrow-messages.ts'
import { type ReadColumn, readColumns } from './column-values.ts'
import type { ResultColumn } from './result-columns.ts'
import { type RowEncoder, takeRow } from './row-encoder.ts'

/** DuckDB's chunks are small for those who read Arrow: a batch is sent when it has so many rows or bytes. */
const BATCH_ROWS = 65_536
const BATCH_BYTES = 2 * 1024 * 1024

type Rows = { read: readonly ReadColumn[]; from: number; to: number }

/** Arrow's streaming format: the schema, batches of rows, the end. */
export function arrowEncoder(columns: readonly ResultColumn[]): RowEncoder {
  const fixedBytes = columns.reduce((sum, { type }) => sum + FIXED_BYTES[type.name], 0)
  let loaded: Rows = { read: [], from: 0, to: 0 }
  let lengths: readonly Uint32Array[] = []
  let batch: { parts: Rows[]; rows: number; bytes: number } = { parts: [], rows: 0, bytes: 0 }

  const bytesOf = (row: number) => lengths.reduce((sum, length) => sum + (length[row] ?? 0), fixedBytes)

  /** Moves rows of the chunk into the batch, up to this one. */
  const keep = (to: number) => {
    if (to > loaded.from) batch.parts.push({ ...loaded, to })
    loaded = { ...loaded, from: to }
  }

  const takeBatch = () => {
    const { parts, rows } = batch
    batch = { parts: [], rows: 0, bytes: 0 }
    return rows === 0 ? Buffer.alloc(0) : encodeBatch(columns, parts, rows)
  }

  const isFull = () => batch.rows >= BATCH_ROWS || batch.bytes >= BATCH_BYTES

  return {
    begin: () => schemaMessage(columns),
    load(chunk, known) {
      const read = known ?? readColumns(columns, chunk)
      lengths = read.flatMap(({ values }) => (values.form === 'texts' ? [values.length] : []))
      loaded = { read, from: 0, to: chunk.rowCount }
    },
    add(budget) {
      let row = loaded.from
      for (; row < loaded.to && !isFull(); row++) {
        const bytes = bytesOf(row)
        if (!takeRow(budget, bytes)) break
        batch.rows += 1
        batch.bytes += bytes
      }
      keep(row)
      return row === loaded.to
    },
    take: () => (isFull() ? takeBatch() : Buffer.alloc(0)),
    end: () => Buffer.concat([takeBatch(), END_OF_STREAM]),
  }
}

/** What a value takes besides the characters of its text. */
const FIXED_BYTES: Record<ResultColumn['type']['name'], number> = {
  BOOLEAN: 1,
  INTEGER: 4,
  DATE: 4,
  DOUBLE: 8,
  BIGINT: 8,
  TIME: 8,
  TIMESTAMP: 8,
  TIMESTAMPTZ: 8,
  DECIMAL: 16,
  UUID: 40,
  VARCHAR: 4,
  JSON: 4,
}

function encodeBatch(columns: readonly ResultColumn[], parts: readonly Rows[], rowCount: number): Buffer {
  const encoded = columns.map((column, n) => {
    const slices = parts.flatMap(({ read, from, to }) =>
      read.slice(n, n + 1).map(({ values }) => ({ values, from, to })),
    )
    return arrowColumn(column, slices, rowCount)
  })
  return batchMessage(rowCount, encoded)
}
