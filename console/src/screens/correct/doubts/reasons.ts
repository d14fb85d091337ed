import type { Wire } from '@bindery-data/sdk'
import { useWords } from '../../../words/words.ts'
import { reasonWords } from './reason-words.ts'

export type ReasonTexts = (typeof reasonWords)['en']
type Warning = Pick<Wire.ParseSpec['warnings'][number], 'code' | 'column' | 'count' | 'message'>

/** What the engine says for its decisions, in words of the language that is chosen. */
export function useReasons() {
  const w = useWords(reasonWords)
  return {
    evidence: (codes: readonly string[]) => sayEvidence(codes, w),
    dropped: (why: string) => textIn(w.dropped, why) ?? w.otherEvidence,
    warning: (warning: Warning) => sayWarning(warning, w),
    reading: (patch: ReadingPatch) => sayReading(patch, w),
  }
}

const textIn = (texts: Readonly<Record<string, string>>, code: string): string | undefined => texts[code]

/** A code that is newer than this console is not shown: its words are not for people. */
export const sayEvidence = (codes: readonly string[], w: ReasonTexts) =>
  [...new Set(codes.map((code) => textIn(w.evidence, code) ?? w.otherEvidence))].join(' · ')

type SayWarning = (n: number, column: string, where: string, rows: string, said: string) => string

export function sayWarning({ code, column, count, message }: Warning, w: ReasonTexts): string {
  const known: Readonly<Record<string, SayWarning>> = w.warnings
  const about = column ?? w.thisSheet
  return known[code]?.(count, about, cellsIn(message), rowsIn(message), saidIn(message)) ?? w.otherWarning(count, about)
}

const CELLS = /\b[A-Z]{1,3}[1-9]\d*(?::[A-Z]{1,3}[1-9]\d*)?\b/g

/** Cells, rows and lines that only the message names. */
const cellsIn = (message: string) => (message.match(CELLS) ?? []).join(', ')
const rowsIn = (message: string) => /^Rows ([\d, ]+)/.exec(message)?.[1]?.replace(/[ ,]+$/, '') ?? ''
const saidIn = (message: string) => /: (.*)$/s.exec(message)?.[1] ?? ''

type ReadingPatch = { readonly reshape?: Wire.Region['reshape'] | undefined }

const MOST_NAMED = 3

/** What a reading would do to the rows and columns. One without steps leaves them as they stand. */
export function sayReading({ reshape }: ReadingPatch, w: ReasonTexts): string {
  const steps = reshape === null || reshape === undefined ? [] : Array.isArray(reshape) ? reshape : [reshape]
  if (steps.length === 0) return w.readings.asTheyStand
  return steps.map((step) => sayStep(step, w)).join(w.readings.next)
}

type Step = Exclude<NonNullable<Wire.Region['reshape']>, readonly unknown[]>

function sayStep(step: Step, { readings: w }: ReasonTexts): string {
  const named = (columns: readonly string[]) =>
    columns.slice(0, MOST_NAMED).join(', ') + (columns.length > MOST_NAMED ? w.more(columns.length - MOST_NAMED) : '')
  switch (step.kind) {
    case 'unpivot':
    case 'stack':
      return w.unpivot(named(step.value_columns))
    case 'wide_to_long':
      return w.wideToLong(step.groups[0]?.columns.length ?? 0)
    case 'transpose':
      return w.transpose
    case 'pivot':
      return w.pivot
    case 'fill_down':
      return w.fillDown(named(step.columns))
    case 'explode':
      return w.explode(step.column)
    case 'subtitle':
      return w.subtitle
    case 'heads':
      return w.heads
    case 'join_lines':
      return w.joinLines(step.lines)
  }
}
