import type { DuckDBDataChunk } from '@duckdb/node-api'
import type { ByteWriter } from './byte-writer.ts'
import { type ReadColumn, readColumns } from './column-values.ts'
import type { ResultColumn } from './result-columns.ts'

/** Makes bytes of rows, chunk after chunk. */
export type RowEncoder = {
  begin: () => Buffer
  /** Copies the chunk's rows, or takes them where `readColumns` has read them; those of the chunk before are all taken in by then. */
  load: (chunk: DuckDBDataChunk, known?: readonly ReadColumn[]) => void
  /** Takes in loaded rows until there is enough to send, or a row does not fit the budget. True: none is left. */
  add: (budget: Budget) => boolean
  /** Hands out what can be sent of the rows taken in so far: sometimes nothing. */
  take: () => Buffer
  /** Hands out the rest. */
  end: () => Buffer
}

/** What an answer may still hold; each row that is taken in lessens it. Once a row did not fit it is full. */
export type Budget = { rows: number; bytes: number; taken: { rows: number; bytes: number }; isFull: boolean }

export const budgetOf = (rows: number, bytes: number): Budget => ({
  rows,
  bytes,
  taken: { rows: 0, bytes: 0 },
  isFull: false,
})

/** One row larger than this cannot be had at all. */
export const MAX_ROW_BYTES = 16 * 1024 * 1024

export class RowTooLarge extends Error {
  constructor() {
    super(`a row of the result is larger than ${MAX_ROW_BYTES} bytes`)
  }
}

/** A number that its column's type cannot hold in this format. */
export class ValueTooLarge extends Error {
  readonly column: string

  constructor(column: string) {
    super(`a value of ${column} does not fit BIGINT`)
    this.column = column
  }
}

/** Whether the row fits. The first always does, or no page would get further. */
export function takeRow(budget: Budget, bytes: number): boolean {
  if (bytes > MAX_ROW_BYTES) throw new RowTooLarge()
  const { taken } = budget
  const isTooMuch = taken.rows > 0 && taken.bytes + bytes > budget.bytes
  if (taken.rows >= budget.rows || isTooMuch) {
    budget.isFull = true
    return false
  }
  taken.rows += 1
  taken.bytes += bytes
  return true
}

/** Parts of this size are sent: some hundred rows, or one that is large. */
export const PART_BYTES = 512 * 1024

/** Writes one row of the chunk at hand. */
type RowWriter = (row: number, isFirst: boolean) => void

/** Encodes row after row; `writerOf` is asked once for each chunk. */
export function eachRow(
  columns: readonly ResultColumn[],
  out: ByteWriter,
  writerOf: (read: readonly ReadColumn[], rowCount: number) => RowWriter,
): Pick<RowEncoder, 'load' | 'add' | 'take'> {
  let write: RowWriter = () => {}
  let rows = { next: 0, count: 0 }
  let isFirst = true
  return {
    load(chunk, known) {
      write = writerOf(known ?? readColumns(columns, chunk), chunk.rowCount)
      rows = { next: 0, count: chunk.rowCount }
    },
    add(budget) {
      for (; rows.next < rows.count && out.length < PART_BYTES; rows.next++) {
        const began = out.length
        write(rows.next, isFirst)
        if (!takeRow(budget, out.length - began)) {
          out.cut(began)
          return false
        }
        isFirst = false
      }
      return rows.next === rows.count
    },
    take: () => out.take(),
  }
}
