import type { ByteWriter } from './byte-writer.ts'
import { type ReadColumn, readColumns } from './column-values.ts'
import type { ResultColumn } from './result-columns.ts'
import { type RowEncoder, takeRow } from './row-encoder.ts'

/** Parts of this size are sent: some hundred rows, or one that is large. */
const PART_BYTES = 512 * 1024

/** Writes one row of the chunk at hand. */
export type RowWriter = (row: number, isFirst: boolean) => void

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
    load(chunk) {
      write = writerOf(readColumns(columns, chunk), chunk.rowCount)
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
