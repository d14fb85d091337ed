import type { SheetCell } from '../sheet.ts'
import type { MadeTable } from '../tables/made-table.ts'

/** Where the cells of a sheet went: how often each was used, and the texts it became. */
export type CellUses = {
  timesOf(cell: SheetCell): number
  textsOf(cell: SheetCell): readonly (string | null)[]
  /** The texts that became names of columns. */
  names: ReadonlySet<string>
}

const MOST_COLUMNS = 16_384

export function usesOf(tables: readonly MadeTable[]): CellUses {
  const uses = new Map<number, (string | null)[]>()
  for (const { rows } of tables)
    for (const row of rows)
      for (const { text, from } of row.flatMap((made) => made.parts ?? made)) {
        if (!from) continue
        const key = from.row * MOST_COLUMNS + from.column
        const known = uses.get(key)
        if (known) known.push(text)
        else uses.set(key, [text])
      }
  const textsOf = ({ row, column }: SheetCell) => uses.get(row * MOST_COLUMNS + column) ?? []
  return {
    textsOf,
    timesOf: (cell) => textsOf(cell).length,
    names: new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name))),
  }
}
