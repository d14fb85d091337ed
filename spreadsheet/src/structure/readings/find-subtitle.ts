import { areLoneByChance } from '../roles/lone-by-chance.ts'
import type { Candidate } from './candidate.ts'
import type { Field, Sample } from './sample.ts'

/** Headings stand alone in one of the first columns. */
const HEADING_COLUMNS = 3
/** Fewer are exceptions, and more of them than this share are the table itself. */
const FEWEST = 2
const LARGEST_SHARE = 0.5
/** Other rows hold at least so many of their fields, on average: where all rows have gaps a lonely field is no heading. */
const FULL_ROWS = 0.4

/** Rows that hold nothing but a heading for those below them. */
export function findSubtitle(sample: Sample): Candidate[] {
  const { rows, columns, words } = sample
  if (columns.length < 2 || rows.length < 3) return []
  const isHeading = headingIn(sample)
  const alone = rows.filter(isHeading)
  if (alone.length < FEWEST || alone.length > rows.length * LARGEST_SHARE) return []
  const present = rows.map((row) => row.map((field) => field !== null))
  if (!sample.headings?.size && !alone.some(isSetApart) && areLoneByChance(present)) return []
  const others = rows.filter((row, place) => !isHeading(row, place))
  if (alone.filter((row) => isFigureAmongFigures(row, others)).length * 2 > alone.length) return []
  const filled = others.reduce((sum, row) => sum + row.filter((field) => field !== null).length, 0)
  const used = columns.filter((_, column) => others.some((row) => row[column] !== null)).length
  if (filled < others.length * used * FULL_ROWS) return []
  // A heading at the very end heads nothing: such rows are notes.
  const leading = rows.findIndex(isHeading) <= 1 ? 0.2 : 0
  return [
    {
      step: { kind: 'subtitle', name_to: nameOfHeadings(alone) ?? words.category },
      score: 0.7 + leading,
      why: `${alone.length} rows hold a heading only`,
    },
  ]
}

/** By its look: what is merely sparse has none. */
const isSetApart = (row: readonly Field[]) =>
  row.some((field) => field !== null && (field.style.isBold || field.style.fill !== null))

/** A row of the sample that heads others: by its cells, or because the spec says so. */
export const headingIn =
  ({ headings }: Sample) =>
  (row: readonly Field[], place: number) =>
    isSubtitle(row) || headings?.has(place) === true

const NAMED = /^([^:：]{1,24}?)\s*[:：]\s*\S/u

/** `Account: Travel`, `Account: Rent`: what the headings are is said by each of them. */
export function nameOfHeadings(rows: readonly (readonly ({ text: string } | null)[])[]): string | null {
  const texts = rows.map((row) => row.find((field) => field !== null)?.text ?? '')
  const names = new Set(texts.map((text) => NAMED.exec(text)?.[1] ?? null))
  const [name = null] = names
  return names.size === 1 ? name : null
}

/** A number alone in a column of numbers is a second value of the row above it. */
function isFigureAmongFigures(row: readonly Field[], others: Sample['rows']): boolean {
  const column = row.findIndex((field) => field !== null)
  const isNumber = (field: Field | undefined) => field?.value.kind === 'number'
  return isNumber(row[column]) && others.filter((other) => isNumber(other[column])).length * 2 > others.length
}

export function isSubtitle(row: readonly (object | null)[]): boolean {
  let filled = 0
  for (const [column, field] of row.entries()) {
    if (field === null) continue
    filled += 1
    if (filled > 1 || column >= HEADING_COLUMNS) return false
  }
  return filled === 1
}
