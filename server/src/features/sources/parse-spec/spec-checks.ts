import type { ParseSpec, TableCheck } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { unbalancedWarning } from '@bindery-data/spreadsheet/structure/invariants/name-checks.ts'
import { NOTHING_COUNTED } from '@bindery-data/spreadsheet/structure/invariants/table-check.ts'
import type { StagedTable } from '../../../tabular/loader/load-request.ts'
import { readsAlike } from './spec-overrides.ts'

/** A spec with the checks of the tables that were read by it; those of others stay as they are. */
export function withChecks(spec: ParseSpec, staged: readonly StagedTable[]): ParseSpec {
  const made = staged.flatMap(({ name: table, regionId: region_id, check }): TableCheck[] =>
    check ? [{ table, region_id, ...check }] : [],
  )
  const names = new Set(made.map(({ table }) => table))
  const others = checksOf(spec).filter(({ table }) => !names.has(table))
  return withWarnings(spec, inOrder(spec, [...others, ...made]))
}

/** The checks of regions that are read otherwise than before say nothing any more. */
export function withStaleChecks(before: ParseSpec, after: ParseSpec): ParseSpec {
  const known = new Map(before.regions.map((region) => [region.region_id, region]))
  const earlierChecks = new Map(checksOf(before).map((check) => [check.table, check]))
  const checks = new Map<string, TableCheck>()
  for (const region of after.regions) {
    const earlier = known.get(region.region_id)
    const isSame = earlier !== undefined && readsAlike(earlier, region)
    for (const { name: table } of region.outputs) {
      const check = earlierChecks.get(table)
      const notes = checks.has(table) ? null : region.region_id
      const stale = { table, region_id: notes, ...NOTHING_COUNTED, reason: 'corrected' as const }
      if (!checks.has(table) || !isSame) checks.set(table, isSame && check ? check : stale)
    }
  }
  return withWarnings(after, inOrder(after, [...checks.values()]))
}

const checksOf = ({ check = [] }: ParseSpec) => check

/** In the order of the regions; tables that no region becomes any more have no check. */
function inOrder({ regions }: ParseSpec, checks: readonly TableCheck[]): TableCheck[] {
  const byTable = new Map(checks.map((check) => [check.table, check]))
  const isOf = (isData: boolean) =>
    regions.flatMap(({ kind, outputs }) => ((kind === 'data') === isData ? outputs.map(({ name }) => name) : []))
  return [...new Set([...isOf(true), ...isOf(false)])].flatMap((table) => byTable.get(table) ?? [])
}

function withWarnings(spec: ParseSpec, check: readonly TableCheck[]): ParseSpec {
  const others = spec.warnings.filter(({ code }) => code !== 'unbalanced_check')
  return { ...spec, check, warnings: [...others, ...check.flatMap(unbalancedWarning)] }
}
