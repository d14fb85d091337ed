import { closeSync, openSync, writeSync } from 'node:fs'
import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { isLawful } from '@bindery-data/spreadsheet/structure/invariants/reading-laws.ts'
import { languageOf } from '@bindery-data/spreadsheet/structure/names/language-of.ts'
import { outputsOf } from '@bindery-data/spreadsheet/structure/names/outputs-of.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { type SheetStructure, structureSheet } from '@bindery-data/spreadsheet/structure/structure-sheet.ts'
import { makeTables } from '@bindery-data/spreadsheet/structure/tables/make-tables.ts'
import { stepsOf } from '@bindery-data/spreadsheet/structure/tables/reshape/apply-reshape.ts'
import { type Judgement, judgeTables } from '../judge.ts'
import { tablesOfStructure } from '../read-tables.ts'
import { generateSheet } from '../sheets/generate-sheet.ts'
import { candidateFeatures } from './candidate-features.ts'

/** A table that is right in another shape than the one that is meant is less than right. */
const GRADES = { right: 0.7, usable: 0.4, wrong: 0 }
const gradeOf = ({ verdict, isAsMeant }: Judgement) => (verdict === 'right' && isAsMeant ? 1 : GRADES[verdict])

/** Regions whose readings differ are what the choice is about. */
const WEIGHT_OF_A_CHOICE = 6

type Candidate = { region: Region; score: number }

/** The readings a choice is left between: lawful ones that the rules find at least as good as the rows as they stand. */
function candidatesOf(sheet: Sheet, region: Region, score: number): (Candidate & { best: number; standing: number })[] {
  const others = region.alternatives.map(({ patch, confidence }) => ({
    region: { ...region, ...patch },
    score: confidence,
  }))
  const all: Candidate[] = [{ region, score }, ...others]
  const standing = all.find((one) => stepsOf(one.region).length === 0)?.score ?? 0
  const best = Math.max(...all.map((one) => one.score))
  return all
    .filter((one) => one.score >= standing && isLawful(sheet, one.region, stepsOf(one.region)))
    .map((one) => ({ ...one, best, standing }))
}

/** The table of the records themselves: of a report that of its lowest level. */
function mainTable(sheet: Sheet, region: Region) {
  const outputs = outputsOf(region, region.sheet, languageOf(sheet, region, null))
  const main = outputs.findLast(({ kind }) => kind === 'list' || kind === 'long' || kind === 'level')
  return makeTables(sheet, { ...region, outputs }).find(({ name }) => name === main?.name)
}

/** Every reading of the tables of a generated sheet, what it is like and what became of it. */
export function readingRows(seed: number): object[] {
  const { shape, sheet, truth } = generateSheet(seed)
  const structure = structureSheet(sheet)
  return structure.regions.flatMap((region) => {
    if (region.kind !== 'data') return []
    const scores = structure.scores?.get(region.region_id)
    const rows = candidatesOf(sheet, region, scores?.reading ?? 0).flatMap((candidate, n) => {
      const table = mainTable(sheet, candidate.region)
      if (!table) return []
      const judgement = judgeTables(truth, tablesOfStructure(sheet, withRegion(structure, candidate.region)).tables)
      return [{ n, judgement, features: candidateFeatures({ sheet, table, ...candidate }) }]
    })
    const isChoice = new Set(rows.map(({ judgement }) => gradeOf(judgement))).size > 1
    return rows.map(({ judgement, ...row }) => ({
      id: `${seed} ${region.region_id}`,
      group: shape,
      label: gradeOf(judgement),
      weight: isChoice ? WEIGHT_OF_A_CHOICE : 1,
      verdict: judgement.verdict,
      isAsMeant: judgement.isAsMeant,
      ...row,
    }))
  })
}

const withRegion = (structure: SheetStructure, region: Region): SheetStructure => ({
  ...structure,
  regions: structure.regions.map((one) => (one.region_id === region.region_id ? region : one)),
})

/** node tools/train-structuring/reading-choice/reading-rows.ts ROWS.jsonl [SHEETS] */
if (import.meta.main) {
  const [, , path = 'readings.jsonl', count = '7560'] = process.argv
  const file = openSync(path, 'w')
  for (let seed = 0; seed < Number(count); seed++)
    for (const row of readingRows(seed)) writeSync(file, `${JSON.stringify(row)}\n`)
  closeSync(file)
}
