import { settleSheet } from '../src/structure/invariants/settle-sheet.ts'
import { outputsOf } from '../src/structure/names/outputs-of.ts'
import type { Sheet } from '../src/structure/sheet.ts'
import { structureSheet } from '../src/structure/structure-sheet.ts'
import { makeTables } from '../src/structure/tables/make-tables.ts'

/** What a sheet is read as, once laws and checks have been heard. */
export const settledRegions = (sheet: Sheet) =>
  settleSheet(sheet, structureSheet(sheet, 1, 'en'), (region) => outputsOf(region, 'table', 'en')).regions

/** The tables that the first region of data becomes, as texts. */
export function tablesOf(sheet: Sheet) {
  const region = settledRegions(sheet).find(({ kind }) => kind === 'data')
  if (!region) throw new Error('the sheet holds no table')
  return makeTables(sheet, region).map(({ columns, rows }) => ({
    names: columns.map(({ name }) => name),
    rows: rows.map((row) => row.map(({ text }) => text)),
  }))
}
