import type { Box } from '../../grid.ts'
import type { Output, Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import type { Language } from '../names/name-outputs.ts'
import type { Sheet } from '../sheet.ts'
import type { SheetStructure } from '../structure-sheet.ts'
import { cellsByBox } from './cells-by-box.ts'
import { settleRegion } from './settle-region.ts'
import { checkNotes, type OutputCheck } from './table-check.ts'

/** `checks`: the checks of the tables of each region, by its id. */
export type CheckedStructure = SheetStructure & { checks: ReadonlyMap<string, readonly OutputCheck[]> }

/** The structure of a sheet once every reading was tried: whatever stands on the sheet comes out, or is listed. */
export function settleSheet(
  sheet: Sheet,
  { regions, warnings }: SheetStructure,
  outputsOf: (region: Region) => readonly Output[],
  language: Language | null = null,
): CheckedStructure {
  const { inside } = cellsByBox(sheet, regions.map(boxOf))
  const collected: SpecWarning[] = [...warnings]
  const checks = new Map<string, readonly OutputCheck[]>()
  const settled = regions.map((region, n) => {
    const cells = inside[n] ?? []
    if (region.kind !== 'data') {
      checks.set(region.region_id, [checkNotes(sheet, region, cells)])
      return region
    }
    const { region: kept, warnings: more, checks: its } = settleRegion(sheet, region, cells, outputsOf, language)
    collected.push(...more)
    checks.set(region.region_id, its)
    return kept
  })
  return { regions: settled, warnings: collected, checks }
}

const NOWHERE: Box = { top: 0, left: 0, bottom: -1, right: -1 }

const boxOf = ({ range }: Region) => parseBox(range) ?? NOWHERE
