import { formatColumnType } from '../column-type.ts'
import { type MaskStyle, styledType } from '../mask-style.ts'
import type { Column } from '../table.ts'
import { type Cover, coverText } from './cover.ts'
import type { StoredColumn } from './protocol.ts'

/**
 * What of a table may not be seen as it is: columns that an engine does not hold at all (null), or under a style only.
 * `key`: of hashes, in hex.
 */
export type Veil = { styles: ReadonlyMap<number, MaskStyle | null>; key: string }

/** By table; one of which everything may be seen has none. */
export type Veils = ReadonlyMap<string, Veil>

/** What an engine holds of a table, and which of it lies under a cover. They go together: cells of a covered column are covered too. */
export type Shown = { columns: readonly StoredColumn[]; covers: readonly Cover[] }

/** What was made under one veil of a table serves under every other of this name. */
export const veilName = (veil: Veil | undefined) =>
  [...(veil?.styles ?? [])]
    .sort(([a], [b]) => a - b)
    .map(([id, style]) => (style ? `${id}=${style}` : id))
    .join()

/** The columns that are seen through a veil, plainly or covered. */
export function throughVeil(columns: readonly Column[], veil: Veil | undefined): Shown {
  const shown: StoredColumn[] = []
  const covers: Cover[] = []
  for (const column of columns) {
    const style = veil?.styles.get(column.id)
    const type = style ? styledType(style, column.type) : column.type
    if (style === null || !type) continue
    const cover = veil && style && coverOf(column, style, veil)
    if (cover) covers.push(cover)
    const initial = cover ? coveredCell(cover, column.initial) : column.initial
    shown.push({ id: column.id, type: formatColumnType(type), initial })
  }
  return { columns: shown, covers }
}

const coverOf = ({ id, type, initial }: Column, style: MaskStyle, { key }: Veil): Cover => ({
  id,
  style,
  type: formatColumnType(type),
  initial,
  key,
})

export const coveredCell = (cover: Cover, text: string | null) => (text === null ? null : coverText(cover, text))
