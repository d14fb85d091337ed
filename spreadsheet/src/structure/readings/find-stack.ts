import type { Candidate } from './candidate.ts'
import { type ColumnProfile, profileColumns } from './column-profile.ts'
import { headerKind, stemOf } from './header-family.ts'
import type { Sample } from './sample.ts'

/** Columns from and to, both included. */
type Run = { from: number; to: number }

/** Headers that are values are hardly ever names. */
export const STACK_OF_VALUES = 0.85

/** A wide table has many runs, and only the best ones can be meant. */
const MOST_RUNS = 4

const widthOf = ({ from, to }: Run) => to - from + 1

/** Columns side by side that are one attribute and differ in what their headers say. */
export function findStack(sample: Sample): Candidate[] {
  const profiles = profileColumns(sample)
  const found = [...runsOfValues(sample), ...runsOfSiblings(sample, profiles), ...runsOfAlike(sample, profiles)]
  found.sort((one, other) => other.score - one.score || widthOf(other.run) - widthOf(one.run))
  return found.slice(0, MOST_RUNS).map(({ run, score, why }) => ({ step: stackOf(sample, run), score, why }))
}

function stackOf({ columns, keepsEmpty, words }: Sample, { from, to }: Run): Candidate['step'] {
  const names = columns.map(({ name }) => name)
  return {
    kind: keepsEmpty ? 'stack' : 'unpivot',
    id_columns: [...names.slice(0, from), ...names.slice(to + 1)],
    value_columns: names.slice(from, to + 1),
    name_to: words.item,
    value_to: words.value,
  }
}

type FoundRun = { run: Run; score: number; why: string }

/** Headers that are years, months, days or numbers: values, not names. */
function runsOfValues(sample: Sample): FoundRun[] {
  const kinds = sample.columns.map(headerKind)
  return runsWhere(
    kinds.length,
    (column) => kinds[column] !== 'name',
    (one, other) => kinds[one] === kinds[other] || (isDigits(sample, one) && isDigits(sample, other)),
  )
    .filter(({ from, to }) => to > from)
    .map((run) => ({
      run,
      score: run.to - run.from >= 2 ? STACK_OF_VALUES : 0.6,
      why: 'headers are values, not names',
    }))
}

/** Numbers run through what may be years. */
const isDigits = ({ columns }: Sample, column: number) => /^\d+$/.test(columns[column]?.header ?? '')

/** Headers that begin alike: `cast_0`, `cast_1`; their fields must be of one kind. */
function runsOfSiblings(sample: Sample, profiles: readonly ColumnProfile[]): FoundRun[] {
  const stems = sample.columns.map(({ header }) => stemOf(header))
  return runsWhere(
    stems.length,
    (column) => (stems[column] ?? '') !== '',
    (one, other) => stems[one] === stems[other] && profiles[one]?.family === profiles[other]?.family,
  )
    .filter(({ from, to }) => to > from)
    .map((run) => ({ run, score: run.to - run.from >= 2 ? 0.8 : 0.55, why: 'headers begin alike' }))
}

/** Fields of one kind and size across many columns. */
function runsOfAlike(sample: Sample, profiles: readonly ColumnProfile[]): FoundRun[] {
  const runs = runsWhere(
    sample.columns.length,
    (column) => profiles[column]?.family !== 'empty',
    (one, other) => areAlike(profiles[one], profiles[other]),
  ).filter(({ from, to }) => to - from >= 2)
  const total = sample.columns.length
  return runs.map((run) => {
    const width = widthOf(run)
    const left = total - width
    return {
      run,
      score:
        (sample.keepsEmpty ? 1 : OF_A_WORKBOOK) *
        Math.min(0.7, 0.3 + 0.05 * Math.min(6, width) + (left <= 2 ? 0.1 : 0)),
      why: 'columns hold the same kind of values',
    }
  })
}

/** A workbook's columns were laid out for people: columns alike are not reshaped there, only offered to be. */
const OF_A_WORKBOOK = 0.7

/** Maximal runs of columns that qualify, each beside the one before it. */
function runsWhere(
  count: number,
  qualifies: (column: number) => boolean,
  agree: (one: number, other: number) => boolean,
): Run[] {
  const runs: Run[] = []
  let run: Run | null = null
  for (let column = 0; column < count; column++) {
    if (!qualifies(column)) {
      run = null
      continue
    }
    if (run && agree(run.to, column)) run.to = column
    else {
      run = { from: column, to: column }
      runs.push(run)
    }
  }
  return runs
}

/** Numbers of one column differ in size by so many powers of ten, on average, at most. */
const SIZE_APART = 1

function areAlike(one: ColumnProfile | undefined, other: ColumnProfile | undefined): boolean {
  if (!one || !other) return false
  if (one.family === 'empty' || other.family === 'empty') return true
  if (one.family !== other.family) return false
  if (one.family === 'text') return sharesWords(one, other)
  return one.size === null || other.size === null || Math.abs(one.size - other.size) <= SIZE_APART
}

/** Texts of one attribute: the same ones again and again, or of one length. */
function sharesWords(one: ColumnProfile, other: ColumnProfile): boolean {
  const fewer = one.texts.size <= other.texts.size ? one.texts : other.texts
  const more = fewer === one.texts ? other.texts : one.texts
  let shared = 0
  for (const text of fewer) if (more.has(text)) shared += 1
  return shared >= fewer.size * 0.3
}
