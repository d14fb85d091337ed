import type { ColumnEvidence } from '../parse-spec/parse-spec.ts'
import type { NumberMeaning } from '../styles.ts'
import { booleanToText, cellToText } from './canonical-text.ts'
import { type ColumnFindings, type ColumnWarning, columnWarnings, strangersIn } from './column-warnings.ts'
import { createTextEvidence } from './text-evidence.ts'
import type { TextVerdict } from './text-verdict.ts'
import { createWorkbookNumberEvidence } from './workbook-number-evidence.ts'

/** Takes the values of one column as a sink does, and then says which type loses none of them. */
export type ColumnObserver = {
  number(value: number, meaning: NumberMeaning): void
  text(value: string): void
  boolean(value: boolean): void
  error(code: string): void
  date(iso: string): void
  /** `rows` there are; those without a value are null. */
  decide(rows: number): ColumnDecision
}

export type ColumnDecision = {
  /** VARCHAR, BIGINT, DOUBLE, DECIMAL(p,s), BOOLEAN, DATE, TIME or TIMESTAMP. */
  type: string
  /** How the texts of the column spell their values; null for the canonical spelling. */
  format: string | null
  warnings: readonly ColumnWarning[]
  evidence: ColumnEvidence
}

export type ColumnOptions = {
  /** The file knows nothing but text, so that its texts may be values. In a workbook a text is a text. */
  isUntyped: boolean
  isDate1904: boolean
}

const SAMPLES = 5
const SAMPLED_VALUES = 50
const SAMPLE_CHARACTERS = 60

export function observeColumn({ isUntyped, isDate1904 }: ColumnOptions): ColumnObserver {
  const texts = createTextEvidence()
  const numbers = createWorkbookNumberEvidence(isDate1904)
  const samples = new Set<string>()
  let seen = 0
  let booleans = 0
  let errors = 0

  function sample(text: string) {
    // A copy: a part of a text keeps the whole text in memory.
    if (samples.size < SAMPLES) samples.add(Buffer.from(text.slice(0, SAMPLE_CHARACTERS)).toString())
  }

  return {
    number: (value, meaning) => {
      numbers.number(value, meaning)
      if (seen++ < SAMPLED_VALUES) sample(cellToText(value, meaning, isDate1904))
    },
    text: (value) => {
      texts.observe(value)
      if (seen++ < SAMPLED_VALUES) sample(value)
    },
    boolean: (value) => {
      booleans++
      if (seen++ < SAMPLED_VALUES) sample(booleanToText(value))
    },
    error: (code) => {
      errors++
      if (seen++ < SAMPLED_VALUES) sample(code)
    },
    date: (iso) => {
      numbers.date(iso)
      if (seen++ < SAMPLED_VALUES) sample(iso)
    },
    decide: (rows) => {
      const found: ColumnFindings = { ...texts.counts(), ...numbers.counts, booleans, errors, seen }
      const strangers = strangersIn(found)
      const verdict = strangers > 0 ? null : verdictOn(found, isUntyped ? texts.verdict() : null)
      return {
        type: verdict?.type ?? 'VARCHAR',
        format: verdict?.format ?? null,
        warnings: columnWarnings(found),
        evidence: {
          rows,
          nulls: rows - seen,
          nonconforming: strangers,
          leading_zero: found.leadingZero,
          max_digits: found.maxDigits,
          ambiguous_dates: found.ambiguousDates,
          samples: [...samples],
        },
      }
    },
  }
}

/** Of values of one kind. */
function verdictOn(found: ColumnFindings, ofTexts: TextVerdict | null): TextVerdict | null {
  if (found.texts > 0) return ofTexts
  if (found.booleans > 0) return { type: 'BOOLEAN', format: null }
  if (found.plain > 0) return { type: found.fractional > 0 ? 'DOUBLE' : 'BIGINT', format: null }
  return momentVerdict(found)
}

function momentVerdict({ days, timestamps, times, outOfRange }: ColumnFindings): TextVerdict | null {
  if (outOfRange > 0) return null
  if (times > 0) return days + timestamps > 0 ? null : { type: 'TIME', format: null }
  if (timestamps > 0) return { type: 'TIMESTAMP', format: null }
  return days > 0 ? { type: 'DATE', format: null } : null
}
