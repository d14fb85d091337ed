import type { Output, Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { languageOf } from '../names/language-of.ts'
import type { Language } from '../names/name-outputs.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { makeTables } from '../tables/make-tables.ts'
import { type Account, checkRegion } from './check-region.ts'
import { spellCells } from './spell-cells.ts'
import { rungsOf, WITHOUT_HIERARCHY } from './step-down.ts'
import { checkTables, type OutputCheck } from './table-check.ts'
import { verifyTotals } from './verify-totals.ts'

export type Settled = { region: Region; warnings: readonly SpecWarning[]; checks: readonly OutputCheck[] }

/**
 * A reading that was tried: the first one, of those a region can step down to, that loses no cell of it, doubles no value and
 * changes none. What it leaves out on purpose is listed.
 */
export function settleRegion(
  sheet: Sheet,
  found: Region,
  cells: readonly SheetCell[],
  outputsOf: (region: Region) => readonly Output[],
  language: Language | null = null,
): Settled {
  const warnings: SpecWarning[] = []
  let region = found
  let checksNow = (): readonly OutputCheck[] => []
  const verified = { ...found, totals: verifyTotals(sheet, found.totals) }
  for (const { region: rung, outputsLike } of rungsOf(sheet, verified, languageOf(sheet, found, language))) {
    region = { ...rung, outputs: outputsOf(outputsLike) }
    const tables = makeTables(sheet, region)
    const account = checkRegion(sheet, region, cells, tables)
    const breach = breachOf(account)
    const accounted = withDropped(region, account)
    checksNow = () => checkTables({ sheet, region: accounted, cells }, tables)
    if (breach === null)
      return {
        region: accounted,
        warnings: [...givenUp(region, warnings), ...totalsAmong(region, found)],
        checks: checksNow(),
      }
    warnings.push(steppedDown(region, breach))
  }
  return { region, warnings, checks: checksNow() }
}

/** One level instead of several keeps every cell and parts totals from data as they were: nothing is to be looked at. */
const givenUp = ({ evidence }: Region, warnings: readonly SpecWarning[]) =>
  evidence.at(-1) === WITHOUT_HIERARCHY ? [] : warnings

/** So many rows a warning names. */
const MOST_NAMED = 10

/** Totals that a reading had to leave among the rows they are the sums of. */
function totalsAmong({ region_id, computed_rows }: Region, { row_roles }: Region): SpecWarning[] {
  const rows = row_roles.flatMap((role) => (COMPUTED_ROWS.has(role.role) ? role.rows : [])).sort((a, b) => a - b)
  if (computed_rows !== 'among' || rows.length === 0) return []
  const named = rows.slice(0, MOST_NAMED).join(', ')
  const message = `Rows ${named}${rows.length > MOST_NAMED ? ', …' : ''} are totals of others and stay among the data.`
  return [{ code: 'totals_among_rows', region_id, column: null, count: rows.length, message }]
}

type Breach = { what: string; cells: readonly SheetCell[] }

/** Sums are of the same numbers in another order: they may differ by what adding rounds. */
const ROUNDING = 1e-9

export function breachOf({ lost, doubled, changed, sums }: Account): Breach | null {
  if (lost.length > 0) return { what: 'lost', cells: lost }
  if (doubled.length > 0) return { what: 'doubled', cells: doubled }
  if (changed.length > 0) return { what: 'changed', cells: changed }
  const isKept = Math.abs(sums.sheet - sums.tables) <= ROUNDING * Math.max(1, Math.abs(sums.sheet))
  return isKept ? null : { what: 'not summed up', cells: [] }
}

export function withDropped(region: Region, { dropped }: Account): Region {
  if (dropped.length === 0) return region
  const byReason = Map.groupBy(dropped, ({ why }) => why)
  const listed = [...byReason].flatMap(([why, found]) =>
    spellCells(found.map(({ cell }) => cell)).map((range) => ({ range, why })),
  )
  return { ...region, dropped: listed }
}

const steppedDown = ({ region_id }: Region, { what, cells }: Breach): SpecWarning => ({
  code: 'stepped_down',
  region_id,
  column: null,
  count: cells.length,
  message: `A reading was given up because it would have ${what} cells: ${spellCells(cells).slice(0, 3).join(', ')}.`,
})
