import { utils, write } from '@e965/xlsx'

export type Value = string | number | null
export type Rows = readonly (readonly Value[])[]
export type BookSheet = { name: string; rows: Rows }

/** A workbook, and what a careful person would make of it. */
export type Book = {
  kind: string
  filename: string
  sheets: readonly BookSheet[]
  /** The sheets that are one table, with their records by the names of columns; null: no two sheets are. */
  union: readonly UnionSheet[] | null
}

export type UnionSheet = { sheet: string; records: readonly Readonly<Record<string, Value>>[] }

export function bytesOfBook({ sheets }: Book): Uint8Array<ArrayBuffer> {
  const book = utils.book_new()
  for (const { name, rows } of sheets)
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
}
