import { parseRange } from '../tables/a1-range.ts'

/** Rows and columns of a range of a parse spec, from and to, all included, counting from 0. */
export type RegionBox = { left: number; right: number; top: number; bottom: number }

/** The schema of a parse spec sees to it that each of its ranges has both corners. */
export function boxOf(range: string): RegionBox {
  const { left, right, top, bottom } = parseRange(range, ['body'])
  return { left: left ?? 0, right: right ?? 0, top: top ?? 0, bottom: bottom ?? 0 }
}
