import { readingFeatures } from '@bindery-data/spreadsheet/structure/learned/reading-features.ts'
import type { Features } from '@bindery-data/spreadsheet/structure/learned/tree-model.ts'
import { languageOfSheet } from '@bindery-data/spreadsheet/structure/names/language-of.ts'
import { nameOutputs } from '@bindery-data/spreadsheet/structure/names/name-outputs.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { tablesOfSheet } from '../../spreadsheet/test/tables-of-sheet.ts'
import { judgeTables } from './judge.ts'
import { settledSheet } from './settled-sheet.ts'
import type { Truth } from './sheets/truth.ts'

/** A table that was read, its features, and whether it is right. */
export type RegionRow = { features: Features; isRight: boolean }

export type JudgedSheet = { verdict: 'right' | 'usable' | 'wrong'; rows: readonly RegionRow[] }

/** The tables that the engine makes of a sheet, with the verdict of each region. */
export function judgeRegions(sheet: Sheet, truth: Truth): JudgedSheet {
  const { regions, readings } = settledSheet(sheet)
  const language = languageOfSheet(sheet, regions, null)
  const tables = tablesOfSheet(sheet, nameOutputs([{ name: sheet.name, regions, language }], sheet.fileName))
  const { verdict } = judgeTables(truth, tables)
  const rows = readings.map((reading): RegionRow => {
    const own = tables.filter(({ regionId }) => regionId === reading.region.region_id)
    return { features: readingFeatures(reading), isRight: verdict === 'right' || isRight(truth, own) }
  })
  return { verdict, rows }
}

/** A true table is judged where at least this much of it is found. */
const LEAST_FOUND = 0.2

/** The tables of one region beside the true tables that they hold something of. A region that holds nothing of any is wrong. */
function isRight(truth: Truth, own: readonly MadeTable[]): boolean {
  const its = truth.tables.filter(
    (table) => judgeTables({ ...truth, tables: [table], fields: [] }, own).recall >= LEAST_FOUND,
  )
  return its.length > 0 && judgeTables({ ...truth, tables: its, fields: [] }, own).verdict === 'right'
}
