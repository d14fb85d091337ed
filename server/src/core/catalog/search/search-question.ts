/** What a user looks for. Everything here is folded. */
export type Question = {
  /** Each of them must be there, wherever. */
  words: readonly string[]
  /** All that was typed, for a name that is exactly this. */
  whole: string
}

/** By what something can be found. */
export type Candidate = {
  workbookId: string
  itemId: string
  kind: 'artifact' | 'source'
  name: string
  description: string
  columns: readonly string[]
  /** Of the columns, in their order. */
  origins: readonly number[]
  filenames: readonly string[]
}

export const FIELDS = ['name', 'description', 'column', 'filename'] as const
export type Field = (typeof FIELDS)[number]

/** `matched`: the fields in which a word was found. `score`: from 0 to 1. */
export type Match = { matched: readonly Field[]; score: number }

const MOST_WORDS = 10
const IN_FIELD: Record<Field, number> = { name: 1, column: 0.7, filename: 0.65, description: 0.4 }

/** Null where nothing is asked for. `folded` is the whole of it, `parts` what stood between spaces, folded one by one. */
export function questionFrom(folded: string, parts: readonly string[]): Question | null {
  const words = [...new Set(parts.flatMap((part) => part.split(' ')).filter((word) => word !== ''))]
  return words.length === 0 ? null : { words: words.slice(0, MOST_WORDS).map(singular), whole: folded }
}

/** A search for customers means a customer too; what begins alike is found by the beginning. */
function singular(word: string): string {
  if (!/^[a-z]{4,}s$/.test(word) || word.endsWith('ss')) return word
  return word.endsWith('ies') ? word.slice(0, -3) : word.slice(0, -1)
}

/** Where the words were found and how well it fits; null where one of them was not. */
export function matchCandidate({ words, whole }: Question, candidate: Candidate): Match | null {
  const texts: Record<Field, readonly string[]> = {
    name: [candidate.name],
    description: [candidate.description],
    column: candidate.columns,
    filename: candidate.filenames,
  }
  const matched = new Set<Field>()
  let sum = 0
  for (const word of words) {
    let best = 0
    for (const field of FIELDS) {
      const fit = IN_FIELD[field] * bestFit(texts[field], word)
      if (fit > 0) matched.add(field)
      best = Math.max(best, fit)
    }
    if (best === 0) return null
    sum += best
  }
  const score = candidate.name === whole ? 1 : (sum / words.length) * 0.99
  return { matched: FIELDS.filter((field) => matched.has(field)), score: Math.round(score * 1_000) / 1_000 }
}

function bestFit(texts: readonly string[], word: string): number {
  let best = 0
  for (const text of texts) best = Math.max(best, fitOf(text, word))
  return best
}

/** 1 for the very word; less for one within a longer text, and least in the middle of another word. */
function fitOf(text: string, word: string): number {
  if (text === word) return 1
  const share = 0.1 * (word.length / Math.max(text.length, 1))
  if (text.startsWith(word)) return 0.85 + share
  const place = text.indexOf(word)
  if (place < 0) return 0
  if (isWordStart(text, word)) return 0.75 + share
  return isShort(word) ? 0 : 0.65 + share
}

/** Two letters occur in half of all words: they are meant as a beginning. */
const isShort = (word: string) => /^[a-z0-9]{1,2}$/.test(word)

function isWordStart(text: string, word: string): boolean {
  for (let place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
    if (place === 0 || !/[a-z0-9]/.test(text.charAt(place - 1))) return true
  }
  return false
}
