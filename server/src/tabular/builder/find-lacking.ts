import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '../values/type-rules.ts'
import type { BuildRequest } from './build-request.ts'

/** Segments older than one of these columns: by their footers alone. */
export async function findLacking(
  duckdb: DuckDBConnection,
  folder: string,
  { segments, columnIds }: BuildRequest & { kind: 'find-lacking' },
): Promise<string[]> {
  const lacking: string[] = []
  for (const file of segments) {
    const found = await duckdb.runAndReadAll(
      `SELECT count(DISTINCT field_id) FROM parquet_schema(${quoteText(`${folder}/${file}`)}) WHERE field_id IN (${columnIds.join(', ')})`,
    )
    if (Number(found.getRows()[0]?.[0]) < columnIds.length) lacking.push(file)
  }
  return lacking
}
