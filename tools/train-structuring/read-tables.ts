import type { Region, SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { settleSheet } from '@bindery-data/spreadsheet/structure/invariants/settle-sheet.ts'
import { languageOf, languageOfSheet } from '@bindery-data/spreadsheet/structure/names/language-of.ts'
import { nameOutputs } from '@bindery-data/spreadsheet/structure/names/name-outputs.ts'
import { outputsOf } from '@bindery-data/spreadsheet/structure/names/outputs-of.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { type SheetStructure, structureSheet } from '@bindery-data/spreadsheet/structure/structure-sheet.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { tablesOfSheet } from '../../spreadsheet/test/tables-of-sheet.ts'

export type ReadSheet = {
  regions: readonly Region[]
  warnings: readonly SpecWarning[]
  tables: readonly MadeTable[]
}

/** A sheet through the engine, as it goes when a file is uploaded. */
export const readTables = (sheet: Sheet): ReadSheet => tablesOfStructure(sheet, structureSheet(sheet))

/** The tables of a sheet that was structured before. */
export function tablesOfStructure(sheet: Sheet, structure: SheetStructure): ReadSheet {
  const named = (region: Region) => outputsOf(region, sheet.name, languageOf(sheet, region, null))
  const { regions, warnings } = settleSheet(sheet, structure, named)
  const language = languageOfSheet(sheet, regions, null)
  const final = nameOutputs([{ name: sheet.name, regions, language }], sheet.fileName)
  return { regions: final, warnings, tables: tablesOfSheet(sheet, final) }
}
