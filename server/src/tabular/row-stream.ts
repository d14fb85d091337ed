import type { LaidFile } from './builder/build-request.ts'
import type { Builder } from './builder/build-segments.ts'
import { type LaidWriter, openLaidFile } from './lay-rows.ts'
import type { Cells } from './table.ts'

/** Rows from wherever they come, one at a time. */
export type RowStream = Iterable<Cells> | AsyncIterable<Cells>

/** New rows on disk, numbered from 1; the ids they get are known only when all are there. */
export type SpooledRows = { count: number; files: LaidFile[] }

/** Writes rows to files of at most as many rows as a segment holds. */
export async function spoolRows(
  { folder }: Builder,
  columnIds: readonly number[],
  rows: RowStream,
  rowsPerFile: number,
): Promise<SpooledRows> {
  const files: LaidFile[] = []
  let count = 0
  let file: LaidWriter | null = null
  for await (const cells of rows) {
    file ??= openLaidFile(folder, columnIds)
    count++
    await file.add({ rowId: count, op: 'I', cells })
    if (count % rowsPerFile === 0) {
      files.push(await file.end())
      file = null
    }
  }
  if (file) files.push(await file.end())
  return { count, files }
}
