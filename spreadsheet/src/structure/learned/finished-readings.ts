import type { CheckedStructure } from '../invariants/settle-sheet.ts'
import type { Sheet } from '../sheet.ts'
import type { SheetStructure } from '../structure-sheet.ts'
import type { FinishedReading } from './reading-features.ts'

/** The tables of a sheet that was settled, each with all that was said about it. */
export function finishedReadings(
  sheet: Sheet,
  { scores }: SheetStructure,
  { regions, warnings, checks }: CheckedStructure,
): FinishedReading[] {
  return regions
    .filter(({ kind }) => kind === 'data')
    .map((region) => {
      const id = region.region_id
      return { sheet, region, regions, warnings, checks: checks.get(id) ?? [], scores: scores?.get(id) ?? null }
    })
}
