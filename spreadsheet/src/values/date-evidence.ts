import { type DateType, dateCandidates, isCanonicalTemplate } from './date-candidates.ts'
import type { DateFormat } from './date-format.ts'
import type { TextVerdict } from './text-verdict.ts'

/** What is known of the texts of a column as dates and times. */
export type DateEvidence = {
  observe(text: string): void
  /** No spelling reads all texts so far. */
  isOut(): boolean
  /** For texts all of which were observed; null too where both orders of day and month read them all. */
  verdict(): TextVerdict | null
  /** How many texts are one day with the day first and another with the month first. */
  ambiguous(): number
}

export function createDateEvidence(): DateEvidence {
  let type: DateType | null = null
  /** Those that read all texts so far. */
  let formats: readonly DateFormat[] = []
  let ambiguous = 0
  let last = ''
  let isLastAmbiguous = false

  /** The first text tells which spellings there are, each other one strikes some out. */
  function observe(text: string) {
    if (text !== last) narrow(text)
    if (isLastAmbiguous) ambiguous++
  }

  function narrow(text: string) {
    if (type === null) {
      const candidates = dateCandidates(text)
      type = candidates?.type ?? 'DATE'
      formats = candidates?.formats ?? []
    }
    last = text
    isLastAmbiguous = false
    const [only, another] = formats
    if (another !== undefined) compare(text)
    else if (only !== undefined && only.parse(text) === null) formats = []
  }

  function compare(text: string) {
    const readings = formats.map((format) => format.parse(text))
    formats = formats.filter((_, at) => readings[at] !== null)
    const days = readings.filter((reading) => reading !== null)
    isLastAmbiguous = days.some((day) => day !== days[0])
  }

  function verdict(): TextVerdict | null {
    const [format] = formats
    if (type === null || format === undefined || hasBothOrders(formats)) return null
    return { type, format: isCanonicalTemplate(format.template) ? null : format.template }
  }

  return {
    observe,
    isOut: () => type !== null && formats.length === 0,
    verdict,
    // A column that shows the order somewhere is not ambiguous anywhere.
    ambiguous: () => (hasBothOrders(formats) ? ambiguous : 0),
  }
}

function hasBothOrders(formats: readonly DateFormat[]): boolean {
  const isMonthFirst = ({ template }: DateFormat) => template.startsWith('M')
  return formats.some(isMonthFirst) && !formats.every(isMonthFirst)
}
