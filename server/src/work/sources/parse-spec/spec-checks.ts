import type { Output, ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { TableCheck } from '@bindery-data/spreadsheet/parse-spec/table-check.ts'
import { tablesOfRegions, unitedOutputs } from '@bindery-data/spreadsheet/parse-spec/united-outputs.ts'
import { unbalancedWarning } from '@bindery-data/spreadsheet/structure/invariants/name-checks.ts'
import { NOTHING_COUNTED } from '@bindery-data/spreadsheet/structure/invariants/table-check.ts'
import type { StagedTable } from '../../../engine/loader/load-request.ts'
import { readsAlike } from './spec-overrides.ts'

/** A spec with the checks of the tables that were read by it; those of others stay as they are. */
export function withChecks(spec: ParseSpec, staged: readonly StagedTable[]): ParseSpec {
  const made = staged.flatMap(({ name: table, regionId: region_id, check }): TableCheck[] =>
    check ? [{ table, region_id, ...check }] : [],
  )
  return withTableChecks(spec, made)
}

/** A spec with these checks in the place of those that its tables had. */
export function withTableChecks(spec: ParseSpec, made: readonly TableCheck[]): ParseSpec {
  const names = new Set(made.map(({ table }) => table))
  const others = checksOf(spec).filter(({ table }) => !names.has(table))
  return withWarnings(spec, inOrder(spec, [...others, ...made]))
}

/** The checks of regions that are read otherwise than before say nothing any more. */
export function withStaleChecks(before: ParseSpec, after: ParseSpec): ParseSpec {
  const earlierChecks = new Map(checksOf(before).map((check) => [check.table, check]))
  const checks = new Map<string, TableCheck>()
  const isAsBefore = comparedWith(before, after)
  const tableOf = tablesIn(after)
  for (const region of after.regions) {
    const isSame = isAsBefore(region)
    for (const output of region.outputs) {
      const { table, owner } = tableOf(region, output)
      const check = earlierChecks.get(table)
      const region_id = checks.has(table) && owner === region.region_id ? null : owner
      const stale = { table, region_id, ...NOTHING_COUNTED, reason: 'corrected' as const }
      if (!checks.has(table) || !isSame) checks.set(table, isSame && check ? check : stale)
    }
  }
  return withWarnings(after, inOrder(after, [...checks.values()]))
}

/** The table that an output becomes, alone or with others, and the region that its check names. */
function tablesIn({ regions }: ParseSpec) {
  const unitedIn = unitedOutputs(regions)
  return (region: Region, output: Output) => {
    const united = unitedIn(region, output)
    const owner = united && output.kind !== 'notes' ? united.ownerId : region.region_id
    return { table: united?.output.name ?? output.name, owner }
  }
}

/** Whether a region is read as before, into the same tables. */
function comparedWith(before: ParseSpec, after: ParseSpec): (region: Region) => boolean {
  const known = new Map(before.regions.map((region) => [region.region_id, region]))
  const [tablesOf, tablesBefore] = [tablesOfRegions(after.regions), tablesOfRegions(before.regions)]
  return (region) => {
    const earlier = known.get(region.region_id)
    if (!earlier || !readsAlike(earlier, region)) return false
    return JSON.stringify(tablesOf(region)) === JSON.stringify(tablesBefore(earlier))
  }
}

const checksOf = ({ check = [] }: ParseSpec) => check

/** In the order of the regions; tables that no region becomes any more have no check. */
function inOrder({ regions }: ParseSpec, checks: readonly TableCheck[]): TableCheck[] {
  const byTable = new Map(checks.map((check) => [check.table, check]))
  const tablesOf = tablesOfRegions(regions)
  const isOf = (isData: boolean) =>
    regions.flatMap((region) => ((region.kind === 'data') === isData ? tablesOf(region) : []))
  return [...new Set([...isOf(true), ...isOf(false)])].flatMap((table) => byTable.get(table) ?? [])
}

function withWarnings(spec: ParseSpec, check: readonly TableCheck[]): ParseSpec {
  const others = spec.warnings.filter(({ code }) => code !== 'unbalanced_check')
  return { ...spec, check, warnings: [...others, ...check.flatMap(unbalancedWarning)] }
}
