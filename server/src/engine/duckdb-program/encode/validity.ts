import duckdb from '@duckdb/node-bindings'

/** One bit a row, the first in the lowest bit of the first byte, set where there is a value; null: there is one everywhere. */
export type Validity = Uint8Array | null

export function readValidity(vector: duckdb.Vector, rowCount: number): Validity {
  return duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8)
}

export const isValid = (validity: Validity, row: number) =>
  validity === null || ((validity[row >> 3] ?? 0) & (1 << (row & 7))) !== 0

/** The same without these rows. */
export function withoutRows(validity: Validity, rowCount: number, rows: readonly number[]): Validity {
  if (rows.length === 0) return validity
  const left = validity ? Uint8Array.from(validity) : new Uint8Array(Math.ceil(rowCount / 8)).fill(0xff)
  for (const row of rows) left[row >> 3] = (left[row >> 3] ?? 0) & ~(1 << (row & 7))
  return left
}
