import type { OpenedFile } from '../../opened-file.ts'
import type { Advice, Choice, ParseSpec, Region } from '../../parse-spec/parse-spec.ts'
import { correctFile } from '../correct/correct-file.ts'
import { languageOf } from '../names/language-of.ts'
import type { Language } from '../names/name-outputs.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import type { Sheet } from '../sheet.ts'
import { describeAdvice } from './describe-advice.ts'
import { keepsCells } from './keeps-cells.ts'

/** What an adviser suggests for a region whose reading is not sure. */
export type Proposal = Advice & { region: string }

export type ToJudge = { spec: ParseSpec; proposals: readonly Proposal[]; language: Language | null }

/** Why a proposal is dropped. */
export type Fault = 'asks_nothing' | 'too_large' | 'impossible' | 'contradicts_itself' | 'nothing_new' | 'loses_cells'

/** A proposal that keeps every cell, as a choice of the region's question and as the whole reading; or why it is dropped. */
export type Judgement = { region: string; spec: ParseSpec; choice: Choice } | { region: string; fault: Fault }

/** Sheets with more cells are not read again for each proposal. */
const MOST_CELLS = 100_000

/** Judges proposals as corrections of users are made: the engine follows the operations, and its laws judge what comes out. */
export async function judgeAdvice(
  file: OpenedFile,
  { spec, proposals, language }: ToJudge,
): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = []
  for (const proposal of proposals) judgements.push(await judge(file, spec, proposal, language))
  return judgements
}

async function judge(
  file: OpenedFile,
  before: ParseSpec,
  { region: id, reason, operations }: Proposal,
  language: Language | null,
): Promise<Judgement> {
  const dropped = (fault: Fault): Judgement => ({ region: id, fault })
  const region = before.regions.find(({ region_id }) => region_id === id)
  if (!region || !isAsked(region)) return dropped('asks_nothing')
  const sheet = await sheetOf(file, before, region)
  if (!sheet || sheet.grid.isTruncated || sheet.cells.length > MOST_CELLS) return dropped('too_large')
  const made = await correctFile(file, { spec: before, operations, language })
  if ('refusal' in made) return dropped('impossible')
  if (made.overridden.length > 0) return dropped('contradicts_itself')
  const { spec, checks } = made
  if (readings(spec.regions) === readings(before.regions) || isOffered(region, spec.regions))
    return dropped('nothing_new')
  const changed = spec.regions.filter((one) => !before.regions.some((known) => reading(known) === reading(one)))
  const isElsewhere = changed.some((one) => one.sheet !== region.sheet)
  if (isElsewhere || checks.some(({ balanced }) => balanced === false)) return dropped('loses_cells')
  if (!keepsCells(sheet, before.regions, spec.regions, changed)) return dropped('loses_cells')
  const text = describeAdvice({ reason, operations }, languageOf(sheet, region, language))
  const patch = { needs_review: false, question: null }
  return { region: id, spec, choice: { text, patch, advice: { reason, operations } } }
}

/** Whether sheets are one table is asked in words of its own, which no operation on a region answers. */
export const isAsked = ({ kind, needs_review, question }: Region) =>
  kind === 'data' && needs_review === true && question != null && question.code !== 'union'

function sheetOf(file: OpenedFile, { source_name }: ParseSpec, region: Region): Promise<Sheet | null> {
  const place = file.sheets.findIndex(({ name }) => name === region.sheet)
  return place < 0 ? Promise.resolve(null) : readFileSheet(file, place, source_name.replace(/\.[A-Za-z0-9]{1,5}$/, ''))
}

/** One of the other choices says the same. */
function isOffered({ region_id, ...region }: Region, now: readonly Region[]): boolean {
  const after = now.find((one) => one.region_id === region_id)
  if (!after) return false
  return (region.question?.choices ?? []).some(
    ({ patch }) => reading({ region_id, ...region, ...patch }) === reading(after),
  )
}

const readings = (regions: readonly Region[]) => regions.map(reading).join('\n')

/** What of a region decides how its cells come out. */
function reading({ sheet, kind, range, orientation, header_rows, data_range, row_roles, reshape, columns }: Region) {
  const roles = row_roles.map(({ rows, role }) => `${role} ${rows.join()}`).sort()
  const names = kind === 'data' ? columns.map(({ source_column, name, role }) => [source_column, name, role]) : []
  return JSON.stringify([sheet, kind, range, orientation, header_rows, data_range, roles, reshape, names])
}
