import { NUMBER_PATTERN } from './numbers.ts'

/** The text without the space between its tokens, every number and string as it was written; or what is wrong with it. */
export type Minified = { text: string } | { error: string }

export const MAX_DEPTH = 100

/** Reads what RFC 8259 defines and refuses names that an object holds twice: readers disagree about which one counts. */
export function minifyJson(source: string): Minified {
  const reader: Reader = { source, at: 0, depth: 0, written: '' }
  try {
    readValue(reader)
    skipSpace(reader)
    if (reader.at < source.length) throw new JsonFault(`goes on after its end, at character ${reader.at + 1}`)
  } catch (fault) {
    if (fault instanceof JsonFault) return { error: fault.message }
    throw fault
  }
  return { text: reader.written }
}

type Reader = { source: string; at: number; depth: number; written: string }

class JsonFault extends Error {}

const SPACE = /[ \t\n\r]*/y
const SCALAR = new RegExp(`${NUMBER_PATTERN}|true|false|null`, 'y')
/** All that JSON lets follow a backslash, but for U+0000 and half a surrogate pair: no text can hold them. */
export const ESCAPE_PATTERN = (() => {
  const hex = '[0-9A-Fa-f]'
  const notZero = '[1-9A-Fa-f]'
  const small = `000${notZero}|00${notZero}${hex}|0${notZero}${hex}{2}`
  const large = `[1-9A-CE-Fa-ce-f]${hex}{3}|[Dd][0-7]${hex}{2}`
  const pair = String.raw`[Dd][89ABab]${hex}{2}\\u[Dd][C-Fc-f]${hex}{2}`
  return String.raw`\\(?:["\\/bfnrt]|u(?:${small}|${large}|${pair}))`
})()
const ESCAPE = new RegExp(ESCAPE_PATTERN, 'y')

function readValue(reader: Reader) {
  skipSpace(reader)
  const first = reader.source[reader.at]
  if (first === '{') readNested(reader, '}', memberReader())
  else if (first === '[') readNested(reader, ']', readValue)
  else if (first === '"') readString(reader)
  else take(reader, SCALAR, 'a value')
}

/** An array or an object: items between commas, with a bracket on either side. */
function readNested(reader: Reader, end: ']' | '}', readItem: (reader: Reader) => void) {
  if (++reader.depth > MAX_DEPTH) throw new JsonFault(`is nested deeper than ${MAX_DEPTH} levels`)
  takeMark(reader)
  skipSpace(reader)
  let isFirst = true
  while (reader.source[reader.at] !== end) {
    if (!isFirst) expectMark(reader, ',', `a comma or ${end}`)
    isFirst = false
    readItem(reader)
    skipSpace(reader)
  }
  takeMark(reader)
  reader.depth--
}

function memberReader() {
  const names = new Set<string>()
  return (reader: Reader) => {
    skipSpace(reader)
    const start = reader.at
    if (reader.source[start] !== '"') throw missing(reader, 'a name in double quotes')
    readString(reader)
    const written = reader.source.slice(start, reader.at)
    const name: string = JSON.parse(written)
    if (names.has(name)) throw new JsonFault(`has the name ${written.slice(0, 60)} twice in one object`)
    names.add(name)
    skipSpace(reader)
    expectMark(reader, ':', 'a colon')
    readValue(reader)
  }
}

/** By hand: a pattern would need a stack as deep as the string is long. */
function readString(reader: Reader) {
  const { source, at: start } = reader
  reader.at++
  for (;;) {
    const code = source.charCodeAt(reader.at)
    if (code === 0x22) break
    if (code === 0x5c) skipEscape(reader)
    else if (code >= 0x20) reader.at++
    else throw missing(reader, 'the end of a string (a line break or tab in it is written \\n or \\t)')
  }
  reader.at++
  reader.written += source.slice(start, reader.at)
}

function skipEscape(reader: Reader) {
  ESCAPE.lastIndex = reader.at
  if (!ESCAPE.test(reader.source)) {
    throw new JsonFault(
      `has an escape at character ${reader.at + 1} that is no character (U+0000 and half a pair are none)`,
    )
  }
  reader.at = ESCAPE.lastIndex
}

function skipSpace(reader: Reader) {
  SPACE.lastIndex = reader.at
  SPACE.test(reader.source)
  reader.at = SPACE.lastIndex
}

function take(reader: Reader, token: RegExp, expected: string) {
  token.lastIndex = reader.at
  if (!token.test(reader.source)) throw missing(reader, expected)
  reader.written += reader.source.slice(reader.at, token.lastIndex)
  reader.at = token.lastIndex
}

function expectMark(reader: Reader, mark: ',' | ':', expected: string) {
  if (reader.source[reader.at] !== mark) throw missing(reader, expected)
  takeMark(reader)
}

function takeMark(reader: Reader) {
  reader.written += reader.source[reader.at]
  reader.at++
}

const missing = (reader: Reader, expected: string) => new JsonFault(`lacks ${expected} at character ${reader.at + 1}`)
