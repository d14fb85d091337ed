import type { DuckDBConnection } from '@duckdb/node-api'
import { type EncodeOptions, encodeResult } from '../src/engine/duckdb-program/encode/encode-result.ts'
import { type ColumnType, parseColumnType } from '../src/engine/table/column-type.ts'

export const encodeOptions = (chosen: Partial<EncodeOptions>): EncodeOptions => ({
  format: 'json',
  shape: 'objects',
  maxRows: 1_000_000,
  maxBytes: 1e9,
  ...chosen,
})

/** The answer to a query, all its bytes in one piece. */
export async function encodeQuery(connection: DuckDBConnection, sql: string, chosen: Partial<EncodeOptions>) {
  const parts: Buffer[] = []
  const send = (part: Buffer) => void parts.push(part)
  const encoded = await encodeResult(await connection.stream(sql), encodeOptions(chosen), send)
  return { ...encoded, body: Buffer.concat(parts) }
}

/** Shows the first that differs, not thousands that do not. */
export function firstDifference(actual: readonly unknown[], expected: readonly unknown[]) {
  if (actual.length !== expected.length) return `${actual.length} instead of ${expected.length}`
  const n = expected.findIndex((item, at) => JSON.stringify(actual[at]) !== JSON.stringify(item))
  return n < 0 ? undefined : { n, actual: actual[n], expected: expected[n] }
}

export function typeNamed(name: string): ColumnType {
  const type = parseColumnType(name)
  if (!type) throw new Error(`${name} is no type`)
  return type
}
