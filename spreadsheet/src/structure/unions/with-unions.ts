import type { Output, Question, Region, Union } from '../../parse-spec/parse-spec.ts'
import { asName, type Language, notesOf, type SheetToName } from '../names/name-outputs.ts'
import { outputsOf } from '../names/outputs-of.ts'
import { findBlockUnions } from './block-unions.ts'
import { columnKey } from './column-key.ts'
import { type FoundUnion, findUnions } from './find-unions.ts'
import { sharedAffixes } from './sheet-series.ts'
import type { TableSketch } from './table-sketch.ts'

/** So much is left of the confidence in a table of which a person is asked whether it is one with others. */
const LEFT_IF_ASKED = 0.7

/** The regions of a file with what makes one table of several of them: united, or asked about. */
export function withUnions(
  named: readonly Region[],
  sheets: readonly SheetToName[],
  sketches: readonly TableSketch[],
  fileName: string,
): Region[] {
  let regions = [...named]
  const ofSheets = findUnions(sketches)
  const taken = new Set(ofSheets.flatMap(({ parts }) => parts))
  const ofBlocks = findBlockUnions(sketches.filter((table) => !taken.has(table)))
  for (const found of [...ofSheets, ...ofBlocks]) regions = withUnion(regions, found, sheets, fileName)
  return regions
}

function withUnion(
  regions: readonly Region[],
  found: FoundUnion,
  sheets: readonly SheetToName[],
  fileName: string,
): Region[] {
  const [first] = found.parts
  if (!first) return [...regions]
  const language = sheets.find(({ name }) => name === first.sheet)?.language ?? 'en'
  const union = unionOf(regions, found, language, fileName)
  return regions.map((region) =>
    region.region_id === first.region.region_id ? asUnited(region, union, found, language) : region,
  )
}

function unionOf(regions: readonly Region[], found: FoundUnion, language: Language, fileName: string) {
  const { parts, values, evidence } = found
  const ids = new Set(parts.map(({ region }) => region.region_id))
  const table = tableName(regions, parts, fileName)
  const outputs = new Map<string, Output>()
  for (const { region } of parts)
    for (const output of outputsOf(region, table, language))
      if (region.outputs.some((own) => isSameKind(own, output))) outputs.set(`${output.kind} ${output.level}`, output)
  const sheets = new Set(parts.map(({ sheet }) => sheet))
  const noteworthy = regions.some(
    ({ sheet, kind, outputs: own }) => kind !== 'data' && sheets.has(sheet) && own.length > 0,
  )
  const isFirst = !regions.some(({ union, sheet }) => union && sheets.has(sheet))
  // Blocks of one sheet have its notes together anyhow.
  const notes = noteworthy && isFirst && found.partsAre === 'sheets' ? [notesOf(table, language)] : []
  const union: Union = {
    outputs: [...outputs.values(), ...notes],
    column: freeColumn(found, language),
    parts: parts.map(({ region }, n) => ({ region_id: region.region_id, value: values[n] ?? '' })),
    evidence,
  }
  return { ...union, outputs: free(union.outputs, namesTaken(regions, ids)) }
}

const isSameKind = (one: Output, other: Output) => one.kind === other.kind && one.level === other.level

const COLUMN = {
  sheets: { ja: ['シート', 'シート名'], en: ['sheet', 'sheet_name'] },
  blocks: { ja: ['区分', '表題'], en: ['section', 'title'] },
} as const

/** The name of the column that says which part a row is from: one that no part has. */
function freeColumn({ parts, called, partsAre }: FoundUnion, language: Language): string {
  const taken = new Set(parts.flatMap(({ columns }) => columns.map(({ key }) => key)))
  const wanted = [...(called ? [called] : []), ...COLUMN[partsAre][language]]
  const numbered = Array.from({ length: 100 }, (_, n) => `${wanted.at(-1)}_${n + 2}`)
  return [...wanted, ...numbered].find((name) => !taken.has(columnKey(name))) ?? wanted[0] ?? ''
}

/** What other tables of the file are called. */
const namesTaken = (regions: readonly Region[], ids: ReadonlySet<string>) =>
  new Set(
    regions.flatMap(({ region_id, kind, outputs, union }) => [
      ...(ids.has(region_id) || kind !== 'data' ? [] : outputs.map(({ name }) => name)),
      ...(union?.outputs ?? []).map(({ name }) => name),
    ]),
  )

function free(outputs: readonly Output[], taken: ReadonlySet<string>): Output[] {
  let called = [...outputs]
  for (let n = 2; called.some(({ name }) => taken.has(name)); n++)
    called = outputs.map((output) => ({ ...output, name: `${output.name}_${n}` }))
  return called
}

/** All tables of a file that are one take its name; else what the titles, or the names of the sheets, have in common. */
function tableName(regions: readonly Region[], parts: readonly TableSketch[], fileName: string): string {
  const isAll = regions.filter(({ kind }) => kind === 'data').length === parts.length
  if (isAll) return fileName
  const titles = parts.flatMap(({ region }) => region.title ?? [])
  const shared = titles.length === parts.length ? inCommon(titles) : null
  const [first, ...others] = parts
  if (first && others.every(({ sheet }) => sheet === first.sheet)) return shared ?? first.sheet
  return shared ?? inCommon(parts.map(({ sheet }) => sheet)) ?? fileName
}

const EDGE = /^[\s\p{P}\p{S}\d年月日度分期]+|[\s\p{P}\p{S}\d]+$/gu
const FEWEST_LETTERS = 2

/** What all texts begin or end with, as a name; null where that is no word. */
function inCommon(texts: readonly string[]): string | null {
  const affixes = sharedAffixes(texts)
  const candidates = affixes
    .map((text) => text.replaceAll(EDGE, ''))
    .filter((text) => [...text.matchAll(/\p{L}/gu)].length >= FEWEST_LETTERS)
    .sort((one, other) => other.length - one.length)
  return asName(candidates[0] ?? null)
}

/** The first region with the union; where it is not sure, with a question that undoes or makes it. */
function asUnited(
  region: Region,
  union: Union,
  { isUnited, isDoubtful, parts }: FoundUnion,
  language: Language,
): Region {
  const united = { ...region, union: isUnited ? union : null }
  if (!isDoubtful || region.needs_review) return united
  return {
    ...united,
    confidence: Number((region.confidence * LEFT_IF_ASKED).toFixed(3)),
    needs_review: true,
    question: ask(union, isUnited, parts.length, language),
  }
}

function ask(union: Union, isUnited: boolean, sheets: number, language: Language): Question {
  const words = WORDS[language]
  const one = { text: words.one, patch: { needs_review: false, question: null, union } }
  const each = { text: words.each, patch: { needs_review: false, question: null, union: null } }
  return { code: 'union', text: words.question(sheets), choices: isUnited ? [one, each] : [each, one] }
}

const WORDS = {
  en: {
    question: (sheets: number) => `${sheets} sheets have the same columns. One table, or one per sheet?`,
    one: 'One table',
    each: 'One per sheet',
  },
  ja: {
    question: (sheets: number) => `${sheets}枚のシートの列が同じです。一つの表にしますか、シートごとの表にしますか？`,
    one: '一つの表',
    each: 'シートごとの表',
  },
} as const
