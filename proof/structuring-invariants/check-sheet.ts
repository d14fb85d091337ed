import type { Region, SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { cellsByBox } from '@bindery-data/spreadsheet/structure/invariants/cells-by-box.ts'
import { checkTables } from '@bindery-data/spreadsheet/structure/invariants/table-check.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { parseBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'

export type SheetChecks = {
  tables: number
  /** Steps of a spec that the check does not follow. */
  unfollowed: number
  unbalanced: number
  /** Unbalanced, and no warning says so. */
  unwarned: number
  /** A row was doubled or taken away, and the check balanced all the same. */
  missed: number
}

/** Makes the check of every table of a sheet, and once more of tables that were spoiled on purpose. */
export function checkSheet(
  sheet: Sheet,
  regions: readonly Region[],
  tables: readonly MadeTable[],
  warnings: readonly SpecWarning[],
): SheetChecks {
  const boxes = regions.map(({ range }) => parseBox(range) ?? { top: 0, left: 0, bottom: -1, right: -1 })
  const { inside } = cellsByBox(sheet, boxes)
  const found: SheetChecks = { tables: 0, unfollowed: 0, unbalanced: 0, unwarned: 0, missed: 0 }
  for (const [n, region] of regions.entries()) {
    if (region.kind !== 'data') continue
    const its = tables.filter(({ regionId }) => regionId === region.region_id)
    const balances = (made: readonly MadeTable[]) =>
      checkTables({ sheet, region, cells: inside[n] ?? [] }, made).map(({ balanced }) => balanced)
    const balanced = balances(its)
    const unbalanced = balanced.filter((one) => one === false).length
    const warned = warnings.filter(
      ({ code, region_id }) => code === 'unbalanced_check' && region_id === region.region_id,
    ).length
    found.tables += its.length
    found.unfollowed += balanced.filter((one) => one === null).length
    found.unbalanced += unbalanced
    found.unwarned += Math.max(0, unbalanced - warned)
    for (const spoil of [withRowTwice, withoutRow])
      found.missed += balances(its.map(spoil)).filter(
        (one, place) => one === true && balanced[place] === true && (its[place]?.rows.length ?? 0) > 0,
      ).length
  }
  return found
}

const withRowTwice = (table: MadeTable): MadeTable => ({ ...table, rows: [...table.rows, ...table.rows.slice(-1)] })

const withoutRow = (table: MadeTable): MadeTable => ({ ...table, rows: table.rows.slice(1) })
