import { type DateFormat, dateFormat } from './date-format.ts'

export type DateType = 'DATE' | 'TIME' | 'TIMESTAMP'

/** What the beginning of a text must look like before anything else is asked: most texts are no dates. */
const LOOKS_LIKE_DATE = /^([0-9]{1,4})([-/.年])([0-9]{1,2})([-/.月])([0-9]{1,4})(日?)(?:([ T])(.+))?$/
const LOOKS_LIKE_TIME = /^([0-9]{1,2}):[0-9]{2}(:[0-9]{2}(?:\.([0-9]{1,6}))?)?$/

/** Every spelling that reads this text as a date or a time; preferred ones first. */
export function dateCandidates(text: string): { type: DateType; formats: readonly DateFormat[] } | null {
  const date = LOOKS_LIKE_DATE.exec(text)
  if (date === null) return formatsThatRead(text, 'TIME', timeTemplates(text))
  const joiner = date[7]
  const templates = dateTemplates(date)
  if (joiner === undefined) return formatsThatRead(text, 'DATE', templates)
  const times = timeTemplates(date[8] ?? '')
  return formatsThatRead(
    text,
    'TIMESTAMP',
    templates.flatMap((day) => times.map((time) => `${day}${joiner}${time}`)),
  )
}

function formatsThatRead(text: string, type: DateType, templates: readonly string[]) {
  const formats = templates.map(dateFormat).filter((format) => format.parse(text) !== null)
  return formats.length === 0 ? null : { type, formats }
}

function dateTemplates([, first = '', one = '', , two = '', , end = '']: RegExpExecArray): string[] {
  const isJapanese = one === '年' && two === '月' && end === '日'
  if (!isJapanese && (one !== two || end !== '')) return []
  if (first.length === 4) return [`YYYY${one}MM${two}DD${end}`, `YYYY${one}M${two}D${end}`]
  if (isJapanese) return []
  const dayFirst = [`DD${one}MM${two}YYYY`, `D${one}M${two}YYYY`]
  // With points the month is never written first.
  return one === '.' ? dayFirst : [...dayFirst, `MM${one}DD${two}YYYY`, `M${one}D${two}YYYY`]
}

function timeTemplates(text: string): string[] {
  const time = LOOKS_LIKE_TIME.exec(text)
  if (time === null) return []
  const [, , seconds, fraction] = time
  const rest = `:mm${seconds === undefined ? '' : ':ss'}${fraction === undefined ? '' : `.${'S'.repeat(fraction.length)}`}`
  return [`HH${rest}`, `H${rest}`]
}

/** The spelling that is canonical already. */
export function isCanonicalTemplate(template: string): boolean {
  return template === 'YYYY-MM-DD' || template === 'HH:mm:ss' || template === 'YYYY-MM-DD HH:mm:ss'
}
