import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { settleSheet } from '@bindery-data/spreadsheet/structure/invariants/settle-sheet.ts'
import { finishedReadings } from '@bindery-data/spreadsheet/structure/learned/finished-readings.ts'
import type { FinishedReading } from '@bindery-data/spreadsheet/structure/learned/reading-features.ts'
import { languageOf } from '@bindery-data/spreadsheet/structure/names/language-of.ts'
import { outputsOf } from '@bindery-data/spreadsheet/structure/names/outputs-of.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { structureSheet } from '@bindery-data/spreadsheet/structure/structure-sheet.ts'

export type SettledSheet = { regions: readonly Region[]; readings: readonly FinishedReading[] }

/** A sheet through the engine as an upload goes, up to the question of how sure it is. */
export function settledSheet(sheet: Sheet): SettledSheet {
  const structure = structureSheet(sheet)
  const named = (region: Region) => outputsOf(region, sheet.name, languageOf(sheet, region, null))
  const settled = settleSheet(sheet, structure, named)
  return { regions: settled.regions, readings: finishedReadings(sheet, structure, settled) }
}
