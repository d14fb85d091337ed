import { columnKey } from './column-key.ts'
import { widerType } from './wider-type.ts'

/** A column of one of several tables; one that holds nothing has no say in the type. */
export type PartColumn = { name: string; type: string; isEmpty: boolean }

/** A column of the united table, and which column it is in each part: null where that has none. */
export type AlignedColumn = { name: string; type: string; places: readonly (number | null)[] }

type Aligning = { key: string; name: string; columns: PartColumn[]; places: (number | null)[] }

/**
 * The columns of several tables as one: those whose names are the same but for their spelling are one column, in the order and
 * under the names they first come in.
 */
export function alignColumns(parts: readonly (readonly PartColumn[])[]): AlignedColumn[] {
  const aligned: Aligning[] = []
  for (const [n, columns] of parts.entries()) {
    for (const [place, part] of columns.entries()) {
      const { name } = part
      const isFree = (column: Aligning) => (column.places[n] ?? null) === null
      const same =
        aligned.find((column) => column.name === name && isFree(column)) ??
        aligned.find((column) => column.key === columnKey(name) && isFree(column))
      const column = same ?? { key: columnKey(name), name, columns: [], places: [] }
      if (!same) aligned.push(column)
      column.places[n] = place
      column.columns.push(part)
    }
  }
  return aligned.map(({ name, columns, places }) => ({
    name,
    type: typeOf(columns),
    places: parts.map((_, n) => places[n] ?? null),
  }))
}

function typeOf(columns: readonly PartColumn[]): string {
  const filled = columns.filter(({ isEmpty }) => !isEmpty)
  return (filled.length > 0 ? filled : columns).map(({ type }) => type).reduce(widerType)
}
