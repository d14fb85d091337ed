import type { Candidate } from './candidate.ts'
import type { Field, Sample } from './sample.ts'

/** The least share of fields behind a gap that are filled, and of gaps where that is so. */
const FULL_ENOUGH = 0.6
/** The most labels, as a share, that repeat the one above: a label that is left out is rarely repeated elsewhere. */
const MOST_REPEATED = 0.34
const MOST_COLUMNS = 4

/** Leading columns whose labels are written once and meant for the rows below too. */
export function findFillDown(sample: Sample): Candidate[] {
  const { rows, columns } = sample
  const [first] = rows
  if (columns.length < 2 || rows.length < 3 || !first) return []
  if (!first[0] && !isOfDays(rows, 0)) return []
  const filled: string[] = []
  let evidence = 0
  for (let column = 0; column < Math.min(columns.length - 1, MOST_COLUMNS); column++) {
    const gaps = judgeGaps(rows, column)
    if (gaps === null) break
    filled.push(columns[column]?.name ?? '')
    evidence = column === 0 ? gaps : Math.max(evidence, gaps)
  }
  if (filled.length === 0) return []
  return [
    {
      step: { kind: 'fill_down', columns: filled },
      score: 0.6 + 0.3 * evidence,
      why: `labels of ${filled.join(', ')} are written once`,
    },
  ]
}

/** How surely the gaps of a column repeat what stands above them, between 0 and 1; null where they do not. */
function judgeGaps(rows: readonly (readonly Field[])[], column: number): number | null {
  let gaps = 0
  let full = 0
  let present = 0
  let repeated = 0
  let above: string | null = null
  for (const row of rows) {
    const field = row[column] ?? null
    if (field === null) {
      gaps += 1
      const rest = row.slice(column + 1)
      if (rest.filter((other) => other !== null).length >= rest.length * FULL_ENOUGH) full += 1
      continue
    }
    present += 1
    if (field.text === above) repeated += 1
    above = field.text
  }
  if (gaps === 0 || present === 0 || (rows[0]?.[column] == null && !isOfDays(rows, column))) return null
  if (full < gaps * FULL_ENOUGH || repeated > present * MOST_REPEATED) return null
  return Math.min(1, gaps / rows.length + 0.3)
}

/** A column of days: what stands above the first of them is of no day. */
const isOfDays = (rows: readonly (readonly Field[])[], column: number) =>
  rows.some((row) => row[column]) && rows.every((row) => (row[column]?.value.kind ?? 'date') === 'date')
