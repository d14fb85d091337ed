import type { Box } from '../../grid.ts'
import type { Correction, Output, Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import { checkRegion } from '../invariants/check-region.ts'
import { settleRegion, withDropped } from '../invariants/settle-region.ts'
import { checkTables, type OutputCheck } from '../invariants/table-check.ts'
import type { ReadingScores } from '../learned/reading-features.ts'
import { languageOf } from '../names/language-of.ts'
import type { Language } from '../names/name-outputs.ts'
import { outputsOf } from '../names/outputs-of.ts'
import { withQuestion } from '../questions/review-question.ts'
import { HEADED_BLOCKS } from '../regions/blocks/headed-blocks.ts'
import type { FoundRegion } from '../regions/found-region.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { structureTable } from '../structure-sheet.ts'
import { withGivenCells } from '../tables/given-cells.ts'
import { makeTables } from '../tables/make-tables.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { type Change, changeRegion, isChange } from './change-region.ts'
import { type Decided, decidedBy } from './decided.ts'
import { noColumn, OperationRefused } from './operation.ts'
import { renamedBetween, withNames } from './reshape-names.ts'

/** A correction that a later one made impossible. */
export type Overridden = { region_id: string; correction: Correction; why: string }

/** A region read once more; `checks` are those of its tables, in their order. */
export type ReadRegion = {
  region: Region
  warnings: readonly SpecWarning[]
  checks: readonly OutputCheck[]
  overridden: readonly Overridden[]
}

/** A sheet, the language of the workbook, and the texts around the tables of the sheet. */
export type Surroundings = { sheet: Sheet; language: Language | null; texts: readonly string[] }

/** A region as the engine reads it now, before anything is tried, and what was decided about it. */
export type Structured = {
  region: Region
  warnings: readonly SpecWarning[]
  decided: Decided
  scores: ReadingScores
}

/**
 * The engine's own steps on the box of a region. `before` is the region as it was: where its box is the same, so is its
 * header, unless another one was decided or it is to be found afresh.
 */
export function structureAgain(
  { sheet, language, texts }: Surroundings,
  region: Region,
  before: Region,
  isFresh = false,
): Structured {
  const box = boxOf(region)
  const { corrections = [] } = region
  const isSameBox = !isFresh && before.kind === 'data' && before.range === region.range
  const kept: Decided = isSameBox
    ? { headerRows: before.header_rows.map((row) => row - 1), isUpright: before.orientation === 'rows' }
    : {}
  const decided = { ...kept, ...decidedBy(corrections) }
  const banner = isSameBox ? bannerOf(before) : undefined
  const found: FoundRegion = {
    kind: 'data',
    box,
    confidence: 1,
    evidence: ['corrected', ...(isSameBox && before.evidence.includes(HEADED_BLOCKS) ? [HEADED_BLOCKS] : [])],
    title: region.title,
    unit: region.unit?.text ?? null,
    ...(banner === undefined ? {} : { banner }),
  }
  const given = givenBy(corrections)
  const read = structureTable(withGivenCells(sheet, given), found, region.region_id, { texts, language }, decided)
  const union = region.union === undefined ? {} : { union: region.union }
  return {
    region: { ...read.region, ...given, corrections, ...union },
    warnings: read.warnings,
    decided,
    scores: read.scores,
  }
}

/** What was said about single cells, as members of a region. */
function givenBy(corrections: readonly Correction[]): Pick<Region, 'left_out' | 'read_as'> {
  const left_out = corrections.flatMap((one) => (one.op === 'leave_out' ? one.ranges : []))
  const read_as = corrections.flatMap((one) => (one.op === 'read_as' ? one.cells : []))
  return { ...(left_out.length > 0 ? { left_out } : {}), ...(read_as.length > 0 ? { read_as } : {}) }
}

export const boxOf = ({ range }: Region): Box => parseBox(range) ?? { top: 0, left: 0, bottom: -1, right: -1 }

/** The row above the header that names the first group. */
function bannerOf(region: Region): number | undefined {
  const { top } = boxOf(region)
  const role = rolesByRow(region).get(top)
  const isAbove = region.header_rows.length > 0 && Math.min(...region.header_rows) > top + 1
  return isAbove && (role === 'group' || role === 'note') ? top : undefined
}

/** Tries what was read, as the engine does, and makes the changes that were made of it by hand before once more. */
export function settleAgain(
  { sheet, language }: Surroundings,
  { region, warnings, decided, scores }: Structured,
  { before, ...toFinish }: Omit<ToFinish, 'scores' | 'language'> & { before: Region },
): ReadRegion {
  const { cells, name } = toFinish
  const named = (one: Region) => outputsOf(one, name, languageOf(sheet, one, language))
  const { corrections = [] } = region
  const isChosen = corrections.some(({ op }) => op === 'choose_reading')
  const tried = isChosen ? null : settleRegion(sheet, region, cells, named, language)
  const isKept = tried !== null && keepsDecided(tried.region, region, decided)
  const settled = isKept ? tried.region : region
  const { region: changed, overridden } = changeAgain(sheet, { ...settled, corrections }, before, language)
  const said = [...warnings, ...(isKept ? tried.warnings : [])]
  return { ...finishRegion(sheet, changed, said, { ...toFinish, scores, language }), overridden }
}

/** What was decided is still so after stepping down. */
function keepsDecided(settled: Region, region: Region, { headerRows, rows }: Decided): boolean {
  if (headerRows && settled.header_rows.length !== region.header_rows.length) return false
  const now = rolesByRow(settled)
  return [...(rows ?? [])].every(([row, role]) => {
    const its = now.get(row) ?? 'data'
    return its === role || (COMPUTED_ROWS.has(its) && COMPUTED_ROWS.has(role))
  })
}

/** Names and types come first: what is read is spoken of by names. */
const ORDER: readonly Change['op'][] = [
  'rename',
  'set_type',
  'include',
  'choose_reading',
  'fill_down',
  'explode',
  'keep_totals',
]

function changeAgain(
  sheet: Sheet,
  read: Region,
  before: Region,
  language: Language | null,
): { region: Region; overridden: Overridden[] } {
  const { corrections = [] } = read
  const kept: Correction[] = corrections.filter((one) => !isChange(one))
  const overridden: Overridden[] = []
  let region = read
  const make = (change: Change): boolean => {
    try {
      const made = changeRegion(sheet, region, byName(region, change), language)
      region = made.region
      kept.push(made.correction)
      return true
    } catch (error) {
      if (!(error instanceof OperationRefused)) throw error
      overridden.push({ region_id: read.region_id, correction: change, why: error.message })
      return false
    }
  }
  const changes = corrections.filter((one): one is Change => isChange(one))
  const ofMade: Change[] = []
  for (const op of ORDER)
    for (const change of changes.filter((one) => one.op === op)) {
      if (change.op === 'choose_reading') {
        const reshape = withNames(change.reshape, renamedBetween(before, region))
        make({ ...change, reshape })
      } else if (change.op === 'rename' && !isLetters(change.column)) ofMade.push(change)
      else make(change)
    }
  for (const change of ofMade) make(change)
  return { region: { ...region, corrections: kept }, overridden }
}

/** A correction means a column by its letters; a change means one by its name first. */
function byName(region: Region, change: Change): Change {
  if (!('column' in change) || !isLetters(change.column)) return change
  const column = region.columns.find(({ source_column }) => source_column === change.column)
  if (!column) throw noColumn(region, change.column, 'column')
  return { ...change, column: column.name }
}

const isLetters = (column: string) => /^[A-Z]{1,3}$/.test(column)

/** `cells`: of the region and of no smaller one. `regions`: all of its sheet. */
export type ToFinish = {
  cells: readonly SheetCell[]
  name: string
  regions: readonly Region[]
  scores: ReadingScores | null
  language: Language | null
}

/** A region with the tables it becomes, what they leave out, what is still to be asked, and their checks. */
export function finishRegion(
  sheet: Sheet,
  region: Region,
  warnings: readonly SpecWarning[],
  { cells, name, regions, scores, language }: ToFinish,
): Omit<ReadRegion, 'overridden'> {
  const named = (one: Region): Output[] => outputsOf(one, name, languageOf(sheet, one, language))
  const { dropped: _, ...rest } = region
  const called: Region = { ...rest, outputs: named(rest) }
  const tables = makeTables(sheet, called)
  const accounted = withDropped(called, checkRegion(sheet, called, cells, tables))
  const checks = checkTables({ sheet, region: accounted, cells }, tables)
  const finished = { sheet, region: accounted, regions, warnings, checks, scores }
  const asked = withQuestion(finished, { language, outputsOf: named })
  const evidence = [...new Set(asked.evidence)]
  return { region: withoutAnswered({ ...asked, evidence }), warnings, checks }
}

/** A table that was corrected is one; its reading and its totals are not asked about once they were chosen. */
function withoutAnswered(region: Region): Region {
  const { question, corrections = [] } = region
  const has = (...ops: readonly Correction['op'][]) => corrections.some(({ op }) => ops.includes(op))
  const isAnswered =
    question?.code === 'table' ||
    (question?.code === 'reading' && has('choose_reading')) ||
    (question?.code === 'totals' && has('set_role', 'keep_totals')) ||
    (question?.code === 'date_order' && has('set_type'))
  return isAnswered ? { ...region, needs_review: false, question: null } : region
}
