import type { Reshape } from '../../parse-spec/parse-spec.ts'
import { fieldNames } from '../tables/reshape/field-names.ts'
import { headingIn } from './find-subtitle.ts'
import type { Field, Sample } from './sample.ts'

/** A turned table is judged by so many of its rows. */
const MOST_TURNED = 240

/** What a first step makes of a sample, so that a second one can be looked for; null where none follows such a step. */
export function reshapeSample(sample: Sample, step: Reshape): Sample | null {
  switch (step.kind) {
    case 'subtitle':
      return withoutHeadings(sample, step.name_to)
    case 'fill_down':
      return filledDown(sample, step.columns)
    case 'transpose':
      return turned(sample, step.labels)
    default:
      return null
  }
}

/** Headings as a first column of their own, as the step leaves them. */
function withoutHeadings(sample: Sample, nameTo: string): Sample {
  let heading: Field = null
  const isHeading = headingIn(sample)
  const rows: (readonly Field[])[] = []
  for (const [place, row] of sample.rows.entries()) {
    if (isHeading(row, place)) heading = row.find((field) => field !== null) ?? null
    else rows.push([heading, ...row])
  }
  const columns = [{ name: nameTo, header: nameTo, headerCell: null }, ...sample.columns]
  const kept = columns.map((_, column) => column === 0 || rows.some((row) => row[column] !== null))
  return {
    ...sample,
    headings: new Set(),
    columns: columns.filter((_, column) => kept[column]),
    rows: rows.map((row) => row.filter((_, column) => kept[column])),
  }
}

function filledDown(sample: Sample, names: readonly string[]): Sample {
  const places = sample.columns.flatMap(({ name }, place) => (names.includes(name) ? [place] : []))
  const above = new Map<number, Field>()
  const rows = sample.rows.map((row) => {
    const filled = [...row]
    for (const place of places) {
      filled[place] ??= above.get(place) ?? null
      above.set(place, filled[place] ?? null)
    }
    return filled
  })
  return { ...sample, rows }
}

function turned({ columns, rows, hasNoHeader, keepsEmpty, words }: Sample, count = 1): Sample {
  const labels = rows.map((row) => row[count - 1] ?? null)
  const heads = hasNoHeader ? labels : [columns[0]?.headerCell ?? null, ...labels]
  const texts = rows.map((row) => row.slice(0, count).map((field) => field?.text ?? ''))
  const names = fieldNames(texts, hasNoHeader ? null : (columns[0]?.name ?? ''))
  const others = columns.slice(count, count + MOST_TURNED)
  return {
    columns: names.map((name, n) => ({ name, header: heads[n]?.text ?? '', headerCell: heads[n] ?? null })),
    rows: others.map(({ headerCell }, n) => [
      ...(hasNoHeader ? [] : [headerCell]),
      ...rows.map((row) => row[n + count] ?? null),
    ]),
    numbers: [],
    hasNoHeader: false,
    keepsEmpty,
    words,
  }
}
