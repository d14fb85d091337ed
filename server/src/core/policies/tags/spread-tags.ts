import type { ColumnKey, ColumnTags } from '../policy.ts'

/** A tag that a user has put on a column, or taken off one that inherits it. */
export type SetTag = ColumnKey & { tag: string; isAttached: boolean }

/** The values of a column were made from those of another. */
export type MadeFrom = ColumnKey & { fromTableId: string; fromOrigin: number }

export type TagsOfColumns = ReadonlyMap<string, ColumnTags>

export const nameOfColumn = ({ tableId, origin }: ColumnKey) => `${tableId} ${origin}`

/** The table in a name that `nameOfColumn` made. */
export const tableOfColumn = (name: string) => name.slice(0, name.indexOf(' '))

/** The tags of every column: what was attached, and what came along with its values; but not past where it was taken off. */
export function spreadTags(tags: readonly SetTag[], lineage: readonly MadeFrom[]): TagsOfColumns {
  const madeOf = Map.groupBy(lineage, ({ fromTableId, fromOrigin }) =>
    nameOfColumn({ tableId: fromTableId, origin: fromOrigin }),
  )
  const takenOff = new Set(tags.filter(({ isAttached }) => !isAttached).map(nameOfTag))
  const spread = new Map<string, Map<string, ColumnKey | null>>()
  const waiting: (ColumnKey & { tag: string; from: ColumnKey | null })[] = tags
    .filter(({ isAttached }) => isAttached)
    .map(({ tableId, origin, tag }) => ({ tableId, origin, tag, from: null }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { tableId, origin, tag, from } = next
    const name = nameOfColumn(next)
    const known = spread.get(name) ?? new Map<string, ColumnKey | null>()
    if (known.has(tag) || takenOff.has(nameOfTag(next))) continue
    spread.set(name, known.set(tag, from))
    for (const made of madeOf.get(name) ?? [])
      waiting.push({ tableId: made.tableId, origin: made.origin, tag, from: { tableId, origin } })
  }
  return spread
}

const nameOfTag = (tag: ColumnKey & { tag: string }) => `${nameOfColumn(tag)} ${tag.tag}`
