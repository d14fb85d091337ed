import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { cellsByBox } from '@bindery-data/spreadsheet/structure/invariants/cells-by-box.ts'
import { checkRegion } from '@bindery-data/spreadsheet/structure/invariants/check-region.ts'
import { verifyTotals } from '@bindery-data/spreadsheet/structure/invariants/verify-totals.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { parseBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'

export type SheetAccount = { cells: number; dropped: number; lost: number; doubled: number; checksumBreaks: number }

/** Follows every cell of a sheet into the tables that were made of it. What the spec does not list as dropped is lost. */
export function accountSheet(sheet: Sheet, regions: readonly Region[], tables: readonly MadeTable[]): SheetAccount {
  const boxes = regions.map(({ range }) => parseBox(range) ?? { top: 0, left: 0, bottom: -1, right: -1 })
  const { inside, strays } = cellsByBox(sheet, boxes)
  const account = { cells: sheet.cells.length, dropped: 0, lost: strays.length, doubled: 0, checksumBreaks: 0 }
  account.doubled += usedTwice(tables)
  for (const [n, region] of regions.entries()) {
    const its = tables.filter(({ regionId, kind }) =>
      region.kind === 'data' ? regionId === region.region_id : kind === 'notes',
    )
    const { lost, doubled, changed, dropped, sums } = checkRegion(sheet, region, inside[n] ?? [], its)
    const listed = (region.dropped ?? []).flatMap(({ range }) => parseBox(range) ?? [])
    const unlisted = dropped.filter(
      ({ cell: { row, column } }) =>
        !listed.some(
          ({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right,
        ),
    )
    account.dropped += dropped.length
    account.lost += lost.length + changed.length + unlisted.length
    account.doubled += doubled.length
    if (Math.abs(sums.sheet - sums.tables) > 1e-9 * Math.max(1, Math.abs(sums.sheet))) account.checksumBreaks++
    account.checksumBreaks += brokenTotals(sheet, region)
  }
  return account
}

/** How many of the verified totals do not hold. */
function brokenTotals(sheet: Sheet, { totals }: Region): number {
  const held = verifyTotals(sheet, totals)
  return totals.filter(({ verified }, n) => verified && held[n]?.verified === false).length
}

/** Cells that stand in the table of one region and in that of another. */
function usedTwice(tables: readonly MadeTable[]): number {
  const tableOf = new Map<number, string>()
  const twice = new Set<number>()
  for (const { rows, regionId } of tables)
    for (const { from } of rows.flat()) {
      if (!from) continue
      const place = from.row * 16_384 + from.column
      const owner = regionId ?? NOTES
      if ((tableOf.get(place) ?? owner) !== owner) twice.add(place)
      tableOf.set(place, owner)
    }
  return twice.size
}

const NOTES = 'notes'
