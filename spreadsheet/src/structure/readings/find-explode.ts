import type { Candidate } from './candidate.ts'
import type { Field, Sample } from './sample.ts'

const SEPARATORS = [',', ';', '|', '/', '\n', '&'] as const
/** Pieces name things: those of more words are parts of sentences. */
const MOST_WORDS = 5
/** A list stands in so many of a column's filled fields at least. */
const FEWEST_LISTS = 0.1

/** An address of the web has slashes of its own. */
const ADDRESS = /:\/\/|^www\./i

/** Texts that all fall into the same number of pieces are composed, like a town and its state, and no lists. */
const ALWAYS_SO_MANY = 0.9

/** Columns that hold several values in one field. */
export function findExplode(sample: Sample): Candidate[] {
  const found: Candidate[] = []
  for (const [column, { name }] of sample.columns.entries()) {
    // A field that was filled down is one field still.
    const fields = new Set(sample.rows.flatMap((row) => row[column] ?? []))
    const texts = [...fields].flatMap(listText)
    let best: Candidate | null = null
    for (const separator of SEPARATORS) {
      const score = judgeLists(texts, fields.size, separator)
      if (score > (best?.score ?? 0))
        best = {
          step: { kind: 'explode', column: name, separator },
          score,
          why: `${name} holds several values in one field`,
        }
    }
    if (best) found.push(best)
  }
  return found.sort((one, other) => other.score - one.score).slice(0, 3)
}

/** The text of a field that may be a list: numbers and dates are none. */
function listText(field: Field): string[] {
  if (field === null || field.cell.kind !== 'text' || ADDRESS.test(field.text)) return []
  return field.value.kind === 'text' || field.value.kind === 'code' ? [field.cell.value.trim()] : []
}

export const piecesOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')

function judgeLists(texts: readonly string[], filled: number, separator: string): number {
  const lists: string[][] = []
  const singles: string[] = []
  for (const text of texts) {
    const pieces = piecesOf(text, separator)
    if (pieces.length > 1) lists.push(pieces)
    else if (pieces[0] !== undefined) singles.push(pieces[0])
  }
  const share = lists.length / Math.max(1, filled)
  if (lists.length < 2 || share < FEWEST_LISTS) return 0
  const all = lists.flat()
  const words = all.reduce((sum, piece) => sum + piece.split(/\s+/).length, 0) / all.length
  if (words > MOST_WORDS) return 0
  const isComposed =
    shareOfCommonest(lists.map(({ length }) => length)) > ALWAYS_SO_MANY &&
    singles.length < lists.length * (1 - ALWAYS_SO_MANY)
  const varied = isComposed ? 0 : new Set(lists.map(({ length }) => length)).size > 1 ? 1 : 0.6
  return 0.35 + 0.25 * varied + 0.3 * reuseOf(all, singles) + 0.1 * Math.min(1, share) - 0.05 * Math.max(0, words - 2)
}

/** The share of the number that is met most often. */
function shareOfCommonest(numbers: readonly number[]): number {
  const counts = Map.groupBy(numbers, (number) => number)
  return Math.max(...[...counts.values()].map(({ length }) => length)) / numbers.length
}

/** The share of different pieces that are met again: the values of lists are common ones. */
function reuseOf(pieces: readonly string[], singles: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const piece of [...pieces, ...singles]) {
    const key = piece.toLowerCase()
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  // By different pieces: one that ends every list, like `Inc.`, makes no vocabulary.
  return [...counts.values()].filter((count) => count > 1).length / counts.size
}
