import type { LAYOUTS, Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { isLawful } from '../invariants/reading-laws.ts'
import { languageOf } from '../names/language-of.ts'
import type { Language } from '../names/name-outputs.ts'
import type { Sheet } from '../sheet.ts'
import { type TableWords, wordsIn } from '../tables/words.ts'
import { AS_THEY_STAND, type Candidate } from './candidate.ts'
import { findExplode } from './find-explode.ts'
import { findFillDown } from './find-fill-down.ts'
import { findHeads } from './find-heads.ts'
import { findJoinLines } from './find-join-lines.ts'
import { findPivot } from './find-pivot.ts'
import { findStack, STACK_OF_VALUES } from './find-stack.ts'
import { findSubtitle } from './find-subtitle.ts'
import { findTranspose } from './find-transpose.ts'
import { findUnpivot } from './find-unpivot.ts'
import { findWideToLong } from './find-wide-to-long.ts'
import { growsTooMuch } from './growth.ts'
import { withHeading } from './headed-reshape.ts'
import { withOneHeader } from './one-header.ts'
import { patchFor } from './patch-for.ts'
import { mixesQuantities } from './quantities.ts'
import { reshapeSample } from './reshape-sample.ts'
import { type Sample, takeSample } from './sample.ts'

/** A way to turn a region into a relation. */
export type Reading = {
  layout: (typeof LAYOUTS)[number]
  reshape: Reshape | readonly Reshape[] | null
  confidence: number
  summary: string
  /** What else of the region this reading changes: a header that is data, rows that are headings. */
  patch?: Partial<Region>
}

/** `as`: the region under another header than it was found with. */
type Ranked = { steps: readonly Reshape[]; score: number; why: string; as?: Region }

const MOST_READINGS = 3

/** Ways to read a region whose shape, roles, periods and hierarchy are known, the best first; at most three. */
export function rankReadings(sheet: Sheet, region: Region, language: Language | null = null): Reading[] {
  const words = wordsIn(languageOf(sheet, region, language))
  const ranked =
    region.orientation === 'columns' ? rankOnSide(sheet, region, words) : rankStanding(sheet, region, words)
  ranked.sort((one, other) => other.score - one.score)
  const judged = ranked.map((one) => (isLawful(sheet, one.as ?? region, one.steps) ? one : onlyOffered(one)))
  const best = judged.reduce((first, one) => (one.score > first.score ? one : first), STANDING)
  // What is only offered stands in the order of what speaks for it, as if there were no laws.
  const offered = [best, ...judged.filter((one) => one !== best)]
  return firstDistinct(offered, MOST_READINGS).map(({ steps, score, why, as = region }) => {
    const patch = patchFor(sheet, region, as, steps)
    return {
      layout: layoutOf(steps),
      reshape: steps.length > 1 ? steps : (steps[0] ?? null),
      confidence: Math.min(1, score),
      summary: why,
      ...(patch ? { patch } : {}),
    }
  })
}

/** A reading that breaks a law stands below the rows as they stand, whatever speaks for it: a person may still choose it. */
const onlyOffered = (one: Ranked): Ranked => ({ ...one, score: Math.min(one.score, 1) * AS_THEY_STAND * 0.9 })

/** The table was found on its side: it is turned, and perhaps more. */
function rankOnSide(sheet: Sheet, region: Region, words: TableWords): Ranked[] {
  const turn: Candidate = { step: { kind: 'transpose' }, score: FOUND_ON_SIDE, why: 'its rows are its fields' }
  return [asRanked(turn), ...followed(takeSample(sheet, region, words), turn), STANDING]
}

/** The header was judged by more than the kinds of the fields. */
const FOUND_ON_SIDE = 0.9

function rankStanding(sheet: Sheet, region: Region, words: TableWords): Ranked[] {
  const turned = rankTurned(sheet, region, words)
  const unpivots = findUnpivot(sheet, region, words)
  const sample = takeSample(sheet, region, words)
  const straight = [
    ...findJoinLines(sheet, region).map(asRanked),
    ...rank(sample, unpivots),
    ...labelledFirst(sheet, region, [...findSubtitle(sample), ...findFillDown(sample)], unpivots),
    ...rankHeads(sheet, region, unpivots, words),
  ]
  // A table on its side has one header row: under another one it is not turned but torn.
  const isTorn = ({ steps }: Ranked) => turned.length > 0 && steps[0]?.kind === 'transpose'
  const isMixing = ({ steps }: Ranked) => mixesQuantities(sheet, region, steps)
  return [...straight.filter((one) => !isTorn(one) && !isMixing(one)), ...turned]
}

/** Labels that are written once, or on lines of their own, are brought to their rows before columns become rows. */
function labelledFirst(
  sheet: Sheet,
  region: Region,
  labelling: readonly Candidate[],
  unpivots: readonly Candidate[],
): Ranked[] {
  const firsts = labelling.filter(({ step, score }) => score >= AS_THEY_STAND && isLawful(sheet, region, [step]))
  return firsts.flatMap((first) =>
    unpivots.map((second) => ({
      steps: [first.step, withHeading(second.step, first.step)],
      score: Math.max(first.score, second.score) + Math.min(first.score, second.score) / 10,
      why: `${first.why}; then ${second.why}`,
    })),
  )
}

/** A report becomes a table for each level, which has the names of the rows above. */
function rankHeads(sheet: Sheet, region: Region, unpivots: readonly Candidate[], words: TableWords): Ranked[] {
  const isReport = unpivots.some(
    ({ step, score }) => score >= AS_THEY_STAND && (step.kind === 'unpivot' || step.kind === 'stack'),
  )
  if (isReport && region.hierarchy !== null) return []
  const heads = findHeads(sheet, region, words)
  return [...heads.map(asRanked), ...labelledFirst(sheet, region, heads, unpivots)]
}

const STANDING: Ranked = { steps: [], score: AS_THEY_STAND, why: 'the rows as they stand' }

/** What the table would be on its side under a header of one row, where it was read under another one. */
function rankTurned(sheet: Sheet, region: Region, words: TableWords): Ranked[] {
  const as = withOneHeader(sheet, region)
  if (!as) return []
  const sample = takeSample(sheet, as, words)
  return findTranspose(sample)
    .filter(({ score }) => score >= SURELY_TURNED)
    .flatMap((candidate) => [asRanked(candidate), ...followed(sample, candidate)])
    .map((ranked) => ({ ...ranked, as }))
}

/** Another header is believed in only where the table is on its side beyond doubt. */
const SURELY_TURNED = 0.65

function rank(sample: Sample, known: readonly Candidate[]): Ranked[] {
  const first = [
    ...known,
    ...findSubtitle(sample),
    ...findFillDown(sample),
    ...findTranspose(sample),
    ...findPivot(sample),
    ...lastSteps(sample),
  ]
  const all: Ranked[] = [STANDING]
  for (const candidate of first.map((one) => trusted(one, sample)))
    all.push(asRanked(candidate), ...followed(sample, candidate))
  return all
}

/**
 * A workbook was laid out for people, and its header is judged by what it looks like: there a table is turned only beyond
 * doubt, and taking its fields apart is only offered.
 */
const TRUST_IN_WORKBOOKS: Partial<Record<Reshape['kind'], number>> = { transpose: 0.7, explode: 0.55 }

function trusted(candidate: Candidate, { keepsEmpty }: Sample): Candidate {
  const trust = keepsEmpty ? 1 : (TRUST_IN_WORKBOOKS[candidate.step.kind] ?? 1)
  return { ...candidate, score: candidate.score * trust }
}

const asRanked = ({ step, score, why }: Candidate): Ranked => ({ steps: [step], score, why })

/** Steps that may come last, after another one or alone. */
function lastSteps(sample: Sample): Candidate[] {
  const found = [...findWideToLong(sample), ...findStack(sample), ...findExplode(sample)]
  return found.filter(({ step }) => !growsTooMuch(step, sample.columns.length))
}

/** Two steps are better than the better one alone if the other is worth it by itself. Texts with commas are found anywhere. */
const WORTH_IT = 0.75
const EXPLODING_WORTH_IT = 0.85

function followed(sample: Sample, first: Candidate): Ranked[] {
  // What is no step by itself is no first step either.
  const after = first.score < AS_THEY_STAND ? null : reshapeSample(sample, first.step)
  if (!after) return []
  const seconds = lastSteps(after)
    .map((one) => trusted(one, after))
    .filter(({ step }) => first.step.kind !== 'transpose' || !stacksAll(step))
    .filter((one) => !isMarginal(one, after))
  return seconds.map((second) => ({
    steps: [first.step, second.step],
    score: Math.max(first.score, second.score) + (Math.min(first.score, second.score) - barOf(second)) / 2,
    why: `${first.why}; then ${second.why}`,
  }))
}

const barOf = ({ step }: Candidate) => (step.kind === 'explode' ? EXPLODING_WORTH_IT : WORTH_IT)

/** Columns that are only alike are what a table is about if they are at least half of it. */
const isMarginal = ({ step, score }: Candidate, { columns }: Sample) =>
  (step.kind === 'stack' || step.kind === 'unpivot') &&
  score < STACK_OF_VALUES &&
  step.value_columns.length < columns.length / 2

/** All but one column stacked: a table and its turned one come out the same. */
const stacksAll = (step: Reshape) => (step.kind === 'stack' || step.kind === 'unpivot') && step.id_columns.length <= 1

/** The first ones that are not the same thing under other names. */
function firstDistinct(ranked: readonly Ranked[], most: number): Ranked[] {
  const kept = new Map<string, Ranked>()
  for (const one of ranked) {
    if (kept.size === most) break
    const key = one.steps.map(essenceOf).join('; ')
    if (!kept.has(key)) kept.set(key, one)
  }
  return [...kept.values()]
}

/** What a step does, whatever the columns that it makes are called. */
function essenceOf(step: Reshape): string {
  switch (step.kind) {
    case 'stack':
    case 'unpivot':
      return JSON.stringify(['stack', step.value_columns])
    case 'subtitle':
      return step.kind
    default:
      return JSON.stringify(step)
  }
}

export function layoutOf(steps: readonly Reshape[]): Reading['layout'] {
  switch (steps.at(-1)?.kind) {
    case 'stack':
    case 'unpivot':
      return 'wide'
    case 'wide_to_long':
      return 'repeat_groups'
    case 'transpose':
      return 'transposed'
    default:
      return 'list'
  }
}
