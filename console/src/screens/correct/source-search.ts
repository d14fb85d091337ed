/** What the address of a file tells: the sheet and the cell to show, as links of citations name them. */
export type SourceSearch = { sheet?: string; cell?: string }

/** An address may have been typed by anybody; a sheet that is called 2026 arrives as a number. */
export function readSourceSearch({ sheet, cell }: Record<string, unknown>): SourceSearch {
  return {
    ...(typeof sheet === 'string' || typeof sheet === 'number' ? { sheet: String(sheet) } : {}),
    ...(typeof cell === 'string' && /^[A-Za-z]{1,3}[1-9]\d{0,6}$/.test(cell) ? { cell: cell.toUpperCase() } : {}),
  }
}
