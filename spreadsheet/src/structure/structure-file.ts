import type { OpenedFile } from '../opened-file.ts'
import { readerOf } from '../parse-spec/analyze.ts'
import type { ParseSpec, Region, SpecWarning } from '../parse-spec/parse-spec.ts'
import { createHiddenWarning } from './hidden-warning.ts'
import { namedChecks, unbalancedWarning, withChecksToCome } from './invariants/name-checks.ts'
import { type CheckedStructure, settleSheet } from './invariants/settle-sheet.ts'
import type { OutputCheck } from './invariants/table-check.ts'
import { finishedReadings } from './learned/finished-readings.ts'
import { warningsOf } from './mended-warnings.ts'
import { languageOf, languageOfSheet } from './names/language-of.ts'
import { type Language, nameOutputs, type SheetToName } from './names/name-outputs.ts'
import { outputsOf } from './names/outputs-of.ts'
import { REVIEW_BELOW, withQuestion } from './questions/review-question.ts'
import { unsureWarning } from './questions/unsure-warning.ts'
import { readFileSheet } from './read-file-sheet.ts'
import type { Sheet } from './sheet.ts'
import { structureLongSheet } from './structure-long-sheet.ts'
import { structureSheet } from './structure-sheet.ts'
import { sketchTable, type TableSketch } from './unions/table-sketch.ts'
import { withUnions } from './unions/with-unions.ts'

export type FileToStructure = {
  sourceName: string
  sha256: string
  /** Of the names that are made. Null, as by default: that of the file's own words. */
  language?: Language | null
}

/** Proposes how a file is to be read: the tables on its sheets, what each column and row of them is for, and what becomes of them. */
export async function structureFile(
  file: OpenedFile,
  { sourceName, sha256, language = null }: FileToStructure,
): Promise<ParseSpec> {
  const fileName = sourceName.replace(/\.[A-Za-z0-9]{1,5}$/, '')
  const sheets: SheetToName[] = []
  const warnings: SpecWarning[] = []
  const checks = new Map<string, readonly OutputCheck[]>()
  const sketches: TableSketch[] = []
  let regions = 0
  const hidden = createHiddenWarning()
  for (const [place, info] of file.sheets.entries()) {
    const { name } = info
    const sheet = await readFileSheet(file, place, fileName)
    if (!sheet) continue
    hidden.add(info, sheet)
    const structure = await structurePlace(file, place, sheet, regions + 1, language)
    sheets.push({ name, regions: structure.regions, language: languageOfSheet(sheet, structure.regions, language) })
    warnings.push(...structure.warnings)
    for (const [id, its] of structure.checks) checks.set(id, its)
    regions += structure.regions.length
    if (file.sheets.length > 1 || structure.regions.filter(({ kind }) => kind === 'data').length > 1)
      sketches.push(
        ...structure.regions.flatMap((region) => sketchTable(sheet, region, checks.get(region.region_id) ?? []) ?? []),
      )
  }
  const named = withUnions(nameOutputs(sheets, fileName), sheets, sketches, fileName)
  const check = namedChecks(named, checks)
  return {
    spec_version: 1,
    revision: 1,
    source_name: sourceName,
    sha256,
    reader: readerOf(file),
    regions: named,
    overrides: [],
    warnings: [...warnings, ...hidden.finish(), ...check.flatMap(unbalancedWarning)],
    check,
  }
}

/** A sheet that could not be held whole is not tried out: its list is staged as it stands. */
async function structurePlace(
  file: OpenedFile,
  place: number,
  sheet: Sheet,
  firstId: number,
  language: Language | null,
): Promise<CheckedStructure> {
  const structure = structureSheet(sheet, firstId, language)
  if (sheet.grid.isTruncated) return withChecksToCome(await structureLongSheet(file, place, sheet, structure, firstId))
  const named = (region: Region) => outputsOf(region, sheet.name, languageOf(sheet, region, language))
  const { regions, warnings, checks } = settleSheet(sheet, structure, named, language)
  const mended = warningsOf(sheet.grid.mended ?? [], regions[0]?.region_id ?? null)
  const readings = finishedReadings(sheet, structure, { regions, warnings, checks })
  const tables = new Map(
    readings.map((reading) => [reading.region, withQuestion(reading, { language, outputsOf: named })]),
  )
  const asked = regions.map((region) => tables.get(region) ?? region)
  const doubted = asked.filter(isDoubted).map((region) => unsureWarning(sheet, region, asked))
  return { regions: asked, warnings: [...mended, ...warnings, ...doubted], checks }
}

const isDoubted = ({ needs_review, confidence, question }: Region) =>
  needs_review === true && (confidence < REVIEW_BELOW || question?.code === 'reading')
