/**
 * What a three-way merge makes of one cell. `same`: nothing is to be written. `mine`: only this side changed it. `theirs`: only the other
 * side did. `conflict`: both did, to different values.
 */
export type CellMerge = 'same' | 'mine' | 'theirs' | 'conflict'

type Text = string | null

/** `base` is undefined where it has no equal among the values of now: then both sides count as changed. */
export function mergeCell(base: Text | undefined, mine: Text, theirs: Text): CellMerge {
  if (mine === theirs) return 'same'
  if (base === theirs) return 'mine'
  return base === mine ? 'theirs' : 'conflict'
}
