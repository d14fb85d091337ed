import type { Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import type { TableCheck } from '../../parse-spec/table-check.ts'
import { unitedOutputs } from '../../parse-spec/united-outputs.ts'
import type { SheetStructure } from '../structure-sheet.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsOfRange } from '../tables/rows-of-range.ts'
import { unitedCheck } from '../unions/united-checks.ts'
import type { CheckedStructure } from './settle-sheet.ts'
import { NOTHING_COUNTED, type OutputCheck } from './table-check.ts'

/** The checks of tables under the names the tables have now. Notes of a sheet are one table. */
export function namedChecks(
  regions: readonly Region[],
  checks: ReadonlyMap<string, readonly OutputCheck[]>,
): TableCheck[] {
  const tables = new Map<string, OutputCheck[]>()
  const owners = new Map<string, string>()
  const notes = new Map<string, { check: OutputCheck; region_id: string | null }>()
  const unitedIn = unitedOutputs(regions)
  for (const region of regions) {
    for (const [n, output] of region.outputs.entries()) {
      const check = checks.get(region.region_id)?.[n]
      if (!check) continue
      const united = unitedIn(region, output)
      const table = united?.output.name ?? output.name
      if (region.kind === 'data') {
        tables.set(table, [...(tables.get(table) ?? []), check])
        owners.set(table, united?.ownerId ?? region.region_id)
      } else {
        const before = notes.get(table)
        notes.set(table, {
          check: joinedCheck(before?.check ?? null, check) ?? check,
          region_id: before ? null : region.region_id,
        })
      }
    }
  }
  return [
    ...[...tables].map(([table, its]) => ({ table, region_id: owners.get(table) ?? null, ...unitedCheck(its) })),
    ...[...notes].map(([table, { region_id, check }]) => ({ table, region_id, ...check })),
  ]
}

/** Notes of a further region behind those before it. */
export function joinedCheck(before: OutputCheck | null, check: OutputCheck | null): OutputCheck | null {
  if (!before || !check) return before ?? check
  return {
    ...check,
    rows_in: before.rows_in + check.rows_in,
    rows_out: (before.rows_out ?? 0) + (check.rows_out ?? 0),
    balanced: before.balanced === true && check.balanced === true,
  }
}

/** Of a sheet that cannot be held, the checks are made when its rows are read. */
export function withChecksToCome({ regions, warnings }: SheetStructure): CheckedStructure {
  const checks = new Map<string, readonly OutputCheck[]>()
  for (const region of regions)
    checks.set(
      region.region_id,
      region.outputs.map(() => ({ ...NOTHING_COUNTED, rows_in: dataRows(region), reason: 'long_sheet' as const })),
    )
  return { regions, warnings, checks }
}

function dataRows(region: Region): number {
  const roles = rolesByRow(region)
  const { top, bottom } = rowsOfRange(region.data_range)
  let rows = 0
  for (let row = top; row <= bottom; row++) if ((roles.get(row) ?? 'data') === 'data') rows++
  return rows
}

/** What is said of a table whose check does not balance: the first figure that differs, and how many do. */
export function unbalancedWarning({ table, region_id, ...check }: TableCheck): SpecWarning[] {
  if (check.balanced !== false) return []
  const unequal = check.sums.filter(({ sum_in, sum_out }) => sum_in !== sum_out)
  const [first] = unequal
  const rowsDue = check.rows_in * check.factor - check.cells_empty
  const areRowsDue = rowsDue === check.rows_out
  const message =
    first && areRowsDue
      ? `The sums of ${table} do not agree: ${first.column} is ${first.sum_in} on the sheet and ${first.sum_out} in the table.`
      : `The rows of ${table} do not agree: ${rowsDue} were to come of the sheet, and the table has ${check.rows_out}.`
  return [
    {
      code: 'unbalanced_check',
      region_id,
      column: first && areRowsDue ? first.column : null,
      count: unequal.length + (areRowsDue ? 0 : 1),
      message,
    },
  ]
}
