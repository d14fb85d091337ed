import { createReadStream } from 'node:fs'
import type { Reader } from '../../engine/reading/reader.ts'
import type { ExportedTable } from './export.ts'

/** A table as a Parquet file, which stands whole on this node before its first byte is sent. */
export async function* parquetOfTable(
  reader: Reader,
  { table, columns, orderBy, filter }: ExportedTable,
  hasRowIds: boolean,
): AsyncGenerator<Buffer> {
  const columnIds = columns.map(({ id }) => id)
  const { path, release } = await reader.parquetFile(table, { columnIds, orderBy, filter, hasRowIds })
  try {
    yield* createReadStream(path)
  } finally {
    await release()
  }
}
