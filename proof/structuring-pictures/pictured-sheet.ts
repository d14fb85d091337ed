import type { SheetDraft } from '../structuring/sheet-draft.ts'

/** A sheet for the documentation: its picture is called after `slug`. */
export type PicturedSheet = {
  slug: string
  name: string
  /** What is to be seen, in one sentence. */
  shows: string
  draw(draft: SheetDraft): void
}

const HEADER = { isBold: true, fill: 'E8EEF4' }
const TOTAL = { isBold: true, border: { top: true, right: false, bottom: false, left: false } }

type Value = string | number | null

/** Rows of values with their corner here; the first ones in the style of a header. */
export function putRows(
  draft: SheetDraft,
  row: number,
  column: number,
  rows: readonly (readonly Value[])[],
  headers = 1,
): void {
  for (const [n, line] of rows.entries())
    for (const [m, value] of line.entries())
      if (value !== null) draft.put(row + n, column + m, value, n < headers ? HEADER : undefined)
}

/** A row in bold below a line. */
export function putTotal(draft: SheetDraft, row: number, column: number, values: readonly Value[]): void {
  for (const [n, value] of values.entries()) if (value !== null) draft.put(row, column + n, value, TOTAL)
}

export const putTitle = (draft: SheetDraft, row: number, column: number, text: string) =>
  draft.put(row, column, text, { isBold: true, fontSize: 14 })
