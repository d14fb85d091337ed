import type { ParseSpec, Question, Region, Union } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { type FileSketch, onlyTable } from '@bindery-data/spreadsheet/parse-spec/sketch-file.ts'
import { languageOfWords } from '@bindery-data/spreadsheet/structure/names/language-of.ts'
import { notesOf } from '@bindery-data/spreadsheet/structure/names/name-outputs.ts'
import { outputsOf } from '@bindery-data/spreadsheet/structure/names/outputs-of.ts'
import { alignColumns } from '@bindery-data/spreadsheet/structure/unions/align-columns.ts'
import { columnKey } from '@bindery-data/spreadsheet/structure/unions/column-key.ts'
import { findUnions } from '@bindery-data/spreadsheet/structure/unions/find-unions.ts'
import { columnsAgree } from '@bindery-data/spreadsheet/structure/unions/like-tables.ts'
import { sharedAffixes } from '@bindery-data/spreadsheet/structure/unions/sheet-series.ts'
import type { TableSketch } from '@bindery-data/spreadsheet/structure/unions/table-sketch.ts'

/** A file with one table; `id` and `name` are those of its source. */
export type FileToUnite = { id: string; name: string; spec: ParseSpec; sketch: FileSketch }

/** A file whose reading changes: its table is one with those of others, or that is asked. */
export type UnitedFile = { id: string; spec: ParseSpec; isUnited: boolean }

/** Finds files whose tables are parts of one, by what sheets of one file are found by: the names of files stand for those of sheets. */
export function unitedFiles(files: readonly FileToUnite[], newUnionId: () => string, title: string): UnitedFile[] {
  const sketches = new Map(files.map((file): [TableSketch, FileToUnite] => [sketchOf(file), file]))
  return findUnions([...sketches.keys()]).flatMap(({ parts, evidence, isUnited }) => {
    const members = parts.flatMap((part) => sketches.get(part) ?? [])
    const unions = unionsOf(members, parts, evidence, { union_id: newUnionId(), table: tableName(members) ?? title })
    return members.map((file, n) => {
      const union = unions[n]
      return { id: file.id, isUnited, spec: union ? withUnion(file.spec, union, isUnited, members.length) : file.spec }
    })
  })
}

/** The first of the files whose columns are others than those of the first; null: they agree. */
export function doNotAgree(files: readonly FileToUnite[]): string | null {
  const [first, ...others] = files
  if (!first) return null
  return others.find((file) => !columnsAgree(sketchOf(first), sketchOf(file)))?.name ?? null
}

/** The readings of files that a user makes one table of. */
export function unitedAsAsked(
  files: readonly FileToUnite[],
  union_id: string,
  { name, title }: { name: string | null; title: string },
): ParseSpec[] {
  const table = name ?? tableName(files) ?? title
  const unions = unionsOf(files, files.map(sketchOf), ['corrected'], { union_id, table })
  return files.map(({ spec }, n) => {
    const union = unions[n]
    return union ? withUnion(spec, union, true, files.length) : spec
  })
}

const sketchOf = ({ name, sketch }: FileToUnite): TableSketch => ({
  ...sketch,
  sheet: bareName(name),
  sums: new Map(sketch.sums),
})

const bareName = (name: string) => name.replace(/\.[A-Za-z0-9]{1,5}$/, '')

/** The union of each file: the same table and columns, and its own name in the column that tells files apart. */
function unionsOf(
  files: readonly FileToUnite[],
  parts: readonly TableSketch[],
  evidence: readonly string[],
  { union_id, table }: { union_id: string; table: string },
): Union[] {
  const aligned = alignColumns(parts.map(({ columns }) => columns))
  const language = languageOfWords(aligned.map(({ name }) => name)) ?? 'en'
  const taken = new Set(aligned.map(({ name }) => columnKey(name)))
  const column = COLUMN[language].find((name) => !taken.has(columnKey(name))) ?? `${COLUMN[language][1]}_2`
  const columns = [{ name: column, type: 'VARCHAR' }, ...aligned.map(({ name, type }) => ({ name, type }))]
  const sources = files.map(({ id }) => id)
  return files.map(({ name, spec }) => {
    const region = onlyTable(spec)
    const kind = region?.outputs.find((output) => output.kind !== 'computed')?.kind ?? 'list'
    const hasTotals = region?.outputs.some((output) => output.kind === 'computed') === true
    const totals = hasTotals ? outputsOf(region, table, language).filter((output) => output.kind === 'computed') : []
    const hasNotes = spec.regions.some(({ outputs }) => outputs.some((output) => output.kind === 'notes'))
    return {
      outputs: [{ name: table, kind }, ...totals, ...(hasNotes ? [notesOf(table, language)] : [])],
      column,
      parts: [{ region_id: region?.region_id ?? '', value: bareName(name) }],
      evidence: [...evidence],
      files: { union_id, sources, columns },
    }
  })
}

const COLUMN = { ja: ['ファイル', 'ファイル名'], en: ['file', 'file_name'] } as const

const EDGE = /^[\s\p{P}\p{S}\d年月日度分期]+|[\s\p{P}\p{S}\d]+$/gu
const FEWEST_LETTERS = 2

/** What the names of the files have in common; null where that is no word. */
function tableName(files: readonly FileToUnite[]): string | null {
  const words = sharedAffixes(files.map(({ name }) => bareName(name)))
    .map((text) => text.replaceAll(EDGE, ''))
    .filter((text) => [...text.matchAll(/\p{L}/gu)].length >= FEWEST_LETTERS)
    .sort((one, other) => other.length - one.length)
  return words[0] ?? null
}

function withUnion(spec: ParseSpec, union: Union, isUnited: boolean, files: number): ParseSpec {
  const id = union.parts[0]?.region_id
  const change = (region: Region): Region => {
    const asked = region.question?.code === 'union' ? { needs_review: false, question: null } : {}
    if (isUnited) return { ...region, ...asked, union }
    // One question at a time: what the table itself asks comes first.
    return region.needs_review ? region : { ...region, needs_review: true, question: ask(union, files) }
  }
  return { ...spec, regions: spec.regions.map((region) => (region.region_id === id ? change(region) : region)) }
}

/** Texts in the language of the file, for callers that show them as they are. */
function ask(union: Union, files: number): Question {
  const answered = { needs_review: false, question: null }
  const words = union.column === COLUMN.ja[0] || union.column === COLUMN.ja[1] ? WORDS.ja : WORDS.en
  return {
    code: 'union',
    text: words.question(files),
    choices: [
      { text: words.each, patch: { ...answered, union: null } },
      { text: words.one, patch: { ...answered, union } },
    ],
  }
}

const WORDS = {
  en: {
    question: (files: number) => `${files} files have the same columns. One table, or one per file?`,
    one: 'One table',
    each: 'One per file',
  },
  ja: {
    question: (files: number) => `${files}個のファイルの列が同じです。一つの表にしますか、ファイルごとの表にしますか？`,
    one: '一つの表',
    each: 'ファイルごとの表',
  },
} as const
