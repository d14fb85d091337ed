import type { Box } from '../../grid.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'

/** Regions so many rows or columns apart stand close to one another. */
const FARTHEST = 2

/** The ranges of other tables in the same rows, with hardly a column between. */
export const tablesBeside = (region: Region, regions: readonly Region[]): string[] =>
  rangesBy(
    region,
    regions,
    (box, its, { kind }) => kind === 'data' && sharesRows(box, its) && gapOf(box, its) <= FARTHEST,
  )

/** The ranges of whatever stands close to a table. */
export const regionsNear = (region: Region, regions: readonly Region[]): string[] =>
  rangesBy(region, regions, (box, its) => gapOf(box, its) <= FARTHEST)

function rangesBy(
  region: Region,
  regions: readonly Region[],
  is: (box: Box, its: Box, other: Region) => boolean,
): string[] {
  const box = parseBox(region.range)
  return regions.flatMap((other) => {
    const its = other.region_id === region.region_id || other.sheet !== region.sheet ? null : parseBox(other.range)
    return box && its && is(box, its, other) ? [other.range] : []
  })
}

const sharesRows = (one: Box, other: Box) => one.top <= other.bottom && one.bottom >= other.top

/** Columns or rows from one box to the other, whichever are more. */
const gapOf = (one: Box, other: Box) =>
  Math.max(other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom)
