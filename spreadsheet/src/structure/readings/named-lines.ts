import type { FoundRegion } from '../regions/found-region.ts'
import type { Sheet } from '../sheet.ts'
import { NAMED_VALUE } from '../tables/reshape/pivot.ts'

/** Fewer lines are a remark. */
const FEWEST_LINES = 6
const MOSTLY = 0.8
/** The same names come again and again. */
const TIMES = 2

/** A sheet of nothing but lines like `Name: value` is a table of records, one field a line, and no heap of notes. */
export function findNamedLines({ box, cells }: Sheet): FoundRegion[] | null {
  if (box.left !== box.right || cells.length < FEWEST_LINES) return null
  const names = cells.flatMap(({ text }) => NAMED_VALUE.exec(text)?.[1]?.trim() ?? [])
  if (names.length < cells.length * MOSTLY || new Set(names).size * TIMES > names.length) return null
  return [{ kind: 'data', box, confidence: 0.9, evidence: ['named_lines'] }]
}
