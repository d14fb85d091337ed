import type { Box } from '../../grid.ts'
import type { Output, Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'
import type { SheetStructure } from '../structure-sheet.ts'
import { cellsByBox } from './cells-by-box.ts'
import { settleRegion } from './settle-region.ts'

/** The structure of a sheet once every reading was tried: whatever stands on the sheet comes out, or is listed. */
export function settleSheet(
  sheet: Sheet,
  { regions, warnings }: SheetStructure,
  outputsOf: (region: Region) => readonly Output[],
): SheetStructure {
  const { inside } = cellsByBox(sheet, regions.map(boxOf))
  const collected: SpecWarning[] = [...warnings]
  const settled = regions.map((region, n) => {
    if (region.kind !== 'data') return region
    const { region: kept, warnings: more } = settleRegion(sheet, region, inside[n] ?? [], outputsOf)
    collected.push(...more)
    return kept
  })
  return { regions: settled, warnings: collected }
}

const NOWHERE: Box = { top: 0, left: 0, bottom: -1, right: -1 }

const boxOf = ({ range }: Region) => parseBox(range) ?? NOWHERE
