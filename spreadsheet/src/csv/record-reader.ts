import type { CellSink } from '../cell-sink.ts'
import { FileRefused } from '../errors.ts'
import { createQuoteReader, UNFINISHED } from './quoted-field.ts'
import { CARRIAGE_RETURN, LINE_FEED, MAX_FIELD_CHARACTERS, type RecordDialect, SPACE } from './record-dialect.ts'

/** As many as a sheet has. */
const MAX_COLUMNS = 16_384

/** What follows a field must be seen before it is whole: CR, CR CR LF. */
const LOOK_AHEAD = 3

export type RecordReader = {
  /** Takes the next part of the text, cut anywhere. */
  push(text: string): void
  /** No text follows. */
  end(): void
  /** The sink wants no more. */
  isFull(): boolean
  /** How many quotes broke the rules. */
  strayQuotes(): number
}

export type RecordOptions = {
  /** The number of the first row. */
  firstRow?: number
  /** Called at the end of each row with how many fields it has, empty ones too. */
  onRowEnd?: (fields: number) => void
}

/** `="000123"`: how programs keep Excel from taking a code for a number. It says the text between the quotes. */
const PROTECTED = /^="([^"]*)"$/

/** Where a field without quotes ends. */
function plainEnd(text: string, from: number, delimiter: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) break
    at++
  }
  return at
}

/**
 * Cuts a text into records and fields. Quoted fields may hold line breaks and doubled quotes; lines end in LF, CRLF or CR,
 * mixed too; rows may be of any length. An empty field is no cell, quoted or not.
 */
export function createRecordReader(dialect: RecordDialect, sink: CellSink, options: RecordOptions = {}): RecordReader {
  const delimiter = dialect.delimiter.charCodeAt(0)
  const quote = dialect.quoteChar?.charCodeAt(0) ?? -1
  const quoted = createQuoteReader(dialect)
  let row = (options.firstRow ?? 0) - 1
  let column = 0
  let isRowOpen = false
  let isFull = false
  let strayQuotes = 0
  /** Begins with the first field that is not whole yet. */
  let held = ''

  function report(value: string) {
    if (value.length > MAX_FIELD_CHARACTERS) throw tooLong(row)
    if (value.length > 0) sink.text(column, PROTECTED.exec(value)?.[1] ?? value, 0)
  }

  /** Where the field at `from` begins: behind the spaces before a quote that opens and closes it (`1, "a, b"`). */
  function quoteBehindSpaces(text: string, from: number, isLast: boolean): number {
    let at = from
    while (text.charCodeAt(at) === SPACE && delimiter !== SPACE) at++
    if (at === from || text.charCodeAt(at) !== quote) return from
    const end = quoted.endOf(text, at, isLast)
    return end === UNFINISHED || !quoted.isStray() ? at : from
  }

  /** Tells the field at `start` and gives where it ends, or UNFINISHED. */
  function readField(text: string, start: number, isLast: boolean): number {
    const from = text.charCodeAt(start) === SPACE ? quoteBehindSpaces(text, start, isLast) : start
    const isQuoted = text.charCodeAt(from) === quote
    const quotedEnd = isQuoted ? quoted.endOf(text, from, isLast) : from
    if (quotedEnd === UNFINISHED) return UNFINISHED
    const end = quotedEnd === from ? plainEnd(text, from, delimiter) : quotedEnd
    if (!isLast && end + LOOK_AHEAD > text.length) {
      if (end - from > MAX_FIELD_CHARACTERS + 2) throw tooLong(row)
      return UNFINISHED
    }
    if (isQuoted && quoted.isStray()) strayQuotes++
    report(quotedEnd === from ? text.slice(from, end) : quoted.unquote(text, from, end))
    return end
  }

  function endRow() {
    isRowOpen = false
    options.onRowEnd?.(column + 1)
    column = 0
    isFull = sink.isFull?.() ?? false
  }

  /** Reads what is whole and gives where the rest begins. */
  function read(text: string, isLast: boolean): number {
    let at = 0
    while (at < text.length && !isFull) {
      if (!isRowOpen) sink.row(++row)
      isRowOpen = true
      const end = readField(text, at, isLast)
      if (end === UNFINISHED) break
      if (text.charCodeAt(end) === delimiter) {
        if (++column === MAX_COLUMNS) throw tooWide(row)
        at = end + 1
      } else {
        at = end + lineBreakLength(text, end)
        endRow()
      }
    }
    return at
  }

  return {
    push: (text) => {
      const window = held === '' ? text : held + text
      held = window.slice(read(window, false))
    },
    end: () => {
      read(held, true)
      held = ''
    },
    isFull: () => isFull,
    strayQuotes: () => strayQuotes,
  }
}

/** CR CR LF is one break too: what is left when CRLF is turned into CRLF once more. */
function lineBreakLength(text: string, at: number): number {
  if (at >= text.length) return 0
  if (text.charCodeAt(at) === LINE_FEED) return 1
  if (text.charCodeAt(at + 1) === LINE_FEED) return 2
  return text.charCodeAt(at + 1) === CARRIAGE_RETURN && text.charCodeAt(at + 2) === LINE_FEED ? 3 : 1
}

const tooLong = (row: number) =>
  new FileRefused('too_large', `Row ${row + 1} holds a text of more than 1,000,000 characters.`)

const tooWide = (row: number) => new FileRefused('too_large', `Row ${row + 1} has more than 16,384 columns.`)
