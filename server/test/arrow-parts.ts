import { tableFromIPC } from 'apache-arrow'

/** A part of a column as it lies in memory: the library's own values of moments lack microseconds, its texts a U+FEFF. */
export type ArrowPart = {
  length: number
  /** Values that belong to one row. */
  stride: number
  values: ArrayLike<number | bigint> & Uint8Array
  valueOffsets: Int32Array
  isThere: (row: number) => boolean
}

/** `type`: which of ours it is, as the stream says. */
export type ArrowColumn = { name: string; type: string; parts: ArrowPart[] }

/** Reads an Arrow stream with the library that others use. */
export function arrowColumns(body: Uint8Array): ArrowColumn[] {
  const table = tableFromIPC(body)
  return table.schema.fields.map((field, n) => ({
    name: String(field.name),
    type: field.metadata.get('svc:type') ?? '',
    parts: (table.getChildAt(n)?.data ?? []).map((data) => ({
      length: data.length,
      stride: data.stride,
      values: data.values,
      valueOffsets: data.valueOffsets,
      isThere: (row) => data.nullCount === 0 || data.getValid(row),
    })),
  }))
}
