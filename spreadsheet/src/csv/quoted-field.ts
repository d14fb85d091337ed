import { CARRIAGE_RETURN, LINE_FEED, MAX_FIELD_CHARACTERS, type RecordDialect } from './record-dialect.ts'

/** More text is needed to know. */
export const UNFINISHED = -1

/** No quote here is followed by what follows a field. */
const NONE = -2

export type QuoteReader = {
  /** Where the field that opens with a quote at `from` ends; `from` itself when the quote opens nothing and is a character like others. */
  endOf(text: string, from: number, isLast: boolean): number
  /** What the quoted field from `from` to `end` says. */
  unquote(text: string, from: number, end: number): string
  /** Whether the field that was asked for last breaks the rules of quoting. */
  isStray(): boolean
}

/**
 * Reads quoted fields. A quote that breaks the rules costs its own field its beauty and never the rows behind it their
 * place: inside a line it belongs to the text if the field still closes on that line (`"a 5" pipe",1`); else the field was
 * never quoted.
 */
export function createQuoteReader({ delimiter, quoteChar, escapeChar }: RecordDialect): QuoteReader {
  const quote = quoteChar ?? ''
  const quoteCode = quote.charCodeAt(0)
  const delimiterCode = delimiter.charCodeAt(0)
  const isDoubled = escapeChar === quoteChar
  const escapeCode = isDoubled ? -1 : (escapeChar?.charCodeAt(0) ?? -1)
  const escaped = new RegExp(`${asLiteral(escapeChar ?? '')}([${asLiteral(quote)}${asLiteral(escapeChar ?? '')}])`, 'g')
  let isStray = false

  const endsField = (code: number) =>
    code === delimiterCode || code === LINE_FEED || code === CARRIAGE_RETURN || Number.isNaN(code)

  function isEscaped(text: string, at: number): boolean {
    let before = at
    while (text.charCodeAt(before - 1) === escapeCode) before--
    return (at - before) % 2 === 1
  }

  /** The first quote from `from` on that is not written twice or escaped. */
  function nextQuote(text: string, from: number): number {
    let at = text.indexOf(quote, from)
    while (at !== -1) {
      if (isDoubled && text.charCodeAt(at + 1) === quoteCode) at = text.indexOf(quote, at + 2)
      else if (!isDoubled && isEscaped(text, at)) at = text.indexOf(quote, at + 1)
      else return at
    }
    return -1
  }

  function endOf(text: string, from: number, isLast: boolean): number {
    isStray = false
    const closing = nextQuote(text, from + 1)
    const isAtEnd = closing === -1 || closing + 1 === text.length
    if (isAtEnd && !isLast && text.length - from <= MAX_FIELD_CHARACTERS) return UNFINISHED
    if (closing !== -1 && endsField(text.charCodeAt(closing + 1))) return closing + 1
    const end = closing === -1 ? NONE : closingOnLine(text, from, closing, isLast)
    isStray = true
    return end === NONE ? from : end
  }

  /** Where the field closes although the quote at `stray` does not close it: on this line, before another field opens. */
  function closingOnLine(text: string, from: number, stray: number, isLast: boolean): number {
    if (hasLineBreak(text, from, stray)) return NONE
    for (let at = stray + 1; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const opensNext = code === quoteCode && text.charCodeAt(at - 1) === delimiterCode
      if (opensNext || code === LINE_FEED || code === CARRIAGE_RETURN) return NONE
      const isSeen = isLast || at + 1 < text.length
      if (code === quoteCode && isSeen && endsField(text.charCodeAt(at + 1))) return at + 1
    }
    return isLast || text.length - from > MAX_FIELD_CHARACTERS ? NONE : UNFINISHED
  }

  function unquote(text: string, from: number, end: number): string {
    const inner = text.slice(from + 1, end - 1)
    if (isDoubled) return inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner
    return inner.replace(escaped, '$1')
  }

  return { endOf, unquote, isStray: () => isStray }
}

const asLiteral = (character: string) =>
  character === '' ? '' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function hasLineBreak(text: string, from: number, to: number): boolean {
  const field = text.slice(from, to)
  return field.includes('\n') || field.includes('\r')
}
