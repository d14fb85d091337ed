import { createDateEvidence } from './date-evidence.ts'
import { createNumberEvidence } from './number-evidence.ts'
import type { TextVerdict } from './text-verdict.ts'

/** What is known of the texts of a column. */
export type TextEvidence = {
  observe(text: string): void
  /** The type that every text survives: read by it and written back, it is the same text. */
  verdict(): TextVerdict | null
  counts(): TextCounts
}

export type TextCounts = {
  texts: number
  /** Digits only, or a number. */
  numberLike: number
  leadingZero: number
  longNumbers: number
  maxDigits: number
  ambiguousDates: number
}

type BooleanSpelling = { yes: string; no: string }

const BOOLEAN_SPELLINGS: readonly BooleanSpelling[] = [
  { yes: 'true', no: 'false' },
  { yes: 'TRUE', no: 'FALSE' },
  { yes: 'True', no: 'False' },
]

export function createTextEvidence(): TextEvidence {
  const numbers = createNumberEvidence()
  const dates = createDateEvidence()
  let booleans = BOOLEAN_SPELLINGS
  let texts = 0
  let others = 0

  function observe(text: string) {
    texts++
    if (numbers.observe(text)) return
    others++
    if (others < texts) return
    if (!dates.isOut()) dates.observe(text)
    const spells = ({ yes, no }: BooleanSpelling) => text === yes || text === no
    if (!booleans.every(spells)) booleans = booleans.filter(spells)
  }

  function verdict(): TextVerdict | null {
    if (texts === 0) return null
    if (others === 0) return numbers.verdict(texts)
    if (others < texts) return null
    const [spelling] = booleans
    if (spelling === undefined) return dates.verdict()
    return { type: 'BOOLEAN', format: spelling.yes === 'true' ? null : `${spelling.yes}/${spelling.no}` }
  }

  return {
    observe,
    verdict,
    counts: () => ({ texts, ambiguousDates: others === texts ? dates.ambiguous() : 0, ...numbers.counts }),
  }
}
