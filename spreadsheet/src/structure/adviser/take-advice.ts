import type { Output, Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import { cellsByBox } from '../invariants/cells-by-box.ts'
import { checkRegion } from '../invariants/check-region.ts'
import { breachOf, withDropped } from '../invariants/settle-region.ts'
import type { CheckedStructure } from '../invariants/settle-sheet.ts'
import { checkTables, type OutputCheck } from '../invariants/table-check.ts'
import { verifyTotals } from '../invariants/verify-totals.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import type { SheetStructure } from '../structure-sheet.ts'
import { makeTables } from '../tables/make-tables.ts'
import { ADVISED_MEMBERS, type Advice, type Adviser } from './adviser.ts'
import { compressSheet } from './compress-sheet.ts'

/** Asks an adviser about a sheet and follows what keeps every cell; reports the rest and ignores it. */
export async function takeAdvice(
  sheet: Sheet,
  { regions, warnings, checks = new Map() }: SheetStructure & Partial<CheckedStructure>,
  adviser: Adviser,
  outputsOf: (region: Region) => readonly Output[],
): Promise<CheckedStructure> {
  const advice = await adviser({ regions, lines: compressSheet(sheet) })
  const { inside } = cellsByBox(
    sheet,
    regions.map(({ range }) => parseBox(range) ?? { top: 0, left: 0, bottom: -1, right: -1 }),
  )
  const collected: SpecWarning[] = [...warnings]
  const checked = new Map(checks)
  const advised = regions.map((region, n) => {
    const its = advice.find(({ region_id }) => region_id === region.region_id)
    if (!its || region.kind !== 'data') return region
    const tried = tryAdvice(sheet, region, its, inside[n] ?? [], outputsOf)
    if (!tried) collected.push(refused(region))
    else checked.set(region.region_id, tried.checks)
    return tried?.region ?? region
  })
  return { regions: advised, warnings: collected, checks: checked }
}

type Advised = { region: Region; checks: readonly OutputCheck[] }

function tryAdvice(
  sheet: Sheet,
  region: Region,
  { patch }: Advice,
  cells: readonly SheetCell[],
  outputsOf: (region: Region) => readonly Output[],
): Advised | null {
  const members = Object.entries(patch).filter(([member]) => ADVISED_MEMBERS.some((known) => known === member))
  const changed: Region = { ...region, ...Object.fromEntries(members), evidence: [...region.evidence, 'advised'] }
  const verified = { ...changed, totals: verifyTotals(sheet, changed.totals) }
  const advised = { ...verified, outputs: outputsOf(verified) }
  const tables = makeTables(sheet, advised)
  const account = checkRegion(sheet, advised, cells, tables)
  if (breachOf(account) !== null) return null
  const accounted = withDropped(advised, account)
  return { region: accounted, checks: checkTables({ sheet, region: accounted, cells }, tables) }
}

const refused = ({ region_id }: Region): SpecWarning => ({
  code: 'advice_refused',
  region_id,
  column: null,
  count: 1,
  message: 'An adviser proposed another reading, which would have lost, doubled or changed cells.',
})
