import type { ByteSource } from '../byte-source.ts'
import type { StyleChange } from '../write/edit/restyle.ts'

/** What a caller wants to change in the cells of a file. One of `value`, `values`, `date` and `formula`, or only the style. */
export type FileEdit = {
  /** The first one where it is null. */
  sheet: string | null
  /** A cell or a box of them, as in B2 or B2:C9. */
  range: string
  /** For every cell of the range; null empties it. A text stays a text, whatever it begins with. */
  value?: CellValue
  /** Row by row, from the first cell of the range on. */
  values?: readonly (readonly CellValue[])[]
  /** A day or a time, ISO 8601. */
  date?: string
  /** As it stands in the first cell of the range; in the others its relative references move along. */
  formula?: string
  style?: StyleChange
}

export type CellValue = string | number | boolean | null

/** Rows that come before a row of a sheet, or go from it on. Rows count from 1, as people see them. */
export type RowEdit = { sheet: string | null; action: 'insert' | 'delete'; row: number; count: number }

/** An edit that the file does not allow. `edit` is its place in the list, `allowed` what could stand there. */
export type EditRefusal = {
  edit: number
  /** Of the rows that come or go, and not of the cells. */
  isOfRows?: true
  member: string
  code: string
  message: string
  allowed?: readonly string[]
}

/** Puts what is written somewhere where it can be read. */
export type StoreDraft = (chunks: AsyncIterable<Buffer>) => Promise<ByteSource>

/** All edits of a call together. */
export const MOST_EDITED_CELLS = 10_000
/** All rows of a call that come or go. */
export const MOST_EDITED_ROWS = 10_000
