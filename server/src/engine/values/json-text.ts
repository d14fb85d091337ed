import { NUMBER_PATTERN } from './numbers.ts'
import { isTooLong, MAX_CHARACTERS, type Parsed, quoteText, shown, type TypeRules } from './type-rules.ts'

/** The text without the space between its tokens, every number and string as it was written; or what is wrong with it. */
export type Minified = { text: string } | { error: string }

const MAX_DEPTH = 100

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
const ESCAPE_PATTERN = (() => {
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

const STRING_PATTERN = String.raw`"(?:[^"\\\x00-\x1f]|${ESCAPE_PATTERN})*"`

export const jsonRules: TypeRules = {
  /** The tokens only: their order is no regular language, `sqlFits` sees to it. */
  pattern: String.raw`(?:[ \t\n\r\[\]{},:]|true|false|null|${NUMBER_PATTERN}|${STRING_PATTERN})*`,
  fromText: parseJsonText,
  fromJson: parseJsonValue,
  toJsonText: (canonical) => canonical,
  sqlFits,
  sqlForCast: sqlMinified,
}

function parseJsonText(text: string): Parsed {
  if (!text.isWellFormed())
    return { error: `${shown(text)} holds half a surrogate pair, which is no character: remove it.` }
  const minified = minifyJson(text)
  if ('error' in minified)
    return { error: `${shown(text)} cannot be a JSON value: it ${minified.error}.${advice(text)}` }
  if (isTooLong(minified.text)) {
    return { error: `The JSON is longer than ${MAX_CHARACTERS} characters: shorten or split it.` }
  }
  return minified
}

function advice(text: string): string {
  const looksLikeJson = /^\s*[{["]/.test(text)
  return looksLikeJson ? '' : ' A string is read as JSON text: to store the string itself, send it with quotes inside.'
}

/**
 * What arrives parsed is written again as JavaScript writes it: 1.0 becomes 1 and -0 becomes 0, the same numbers. Where
 * digits may be lost already, it is refused: as a string of JSON text every number keeps its digits.
 */
function parseJsonValue(json: unknown): Parsed {
  const fault = findFault(json, 0)
  if (fault) return { error: `The JSON value ${fault}.` }
  return parseJsonText(JSON.stringify(json))
}

function findFault(json: unknown, depth: number): string | undefined {
  if (typeof json === 'number' && !isSurelyExact(json)) {
    return `holds ${json}, so large that a JSON number loses digits: send the whole value as a string of JSON text`
  }
  if (typeof json !== 'object' || json === null) return undefined
  if (depth === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels: send it flatter`
  for (const member of Object.values(json)) {
    const fault = findFault(member, depth + 1)
    if (fault) return fault
  }
  return undefined
}

/** Every number from 2^53 on is whole, and may have been another one when it was sent. */
const isSurelyExact = (value: number) => Math.abs(value) <= Number.MAX_SAFE_INTEGER

const ANY_STRING = String.raw`"(?:[^"\\]|\\.)*"`

/** Of a text made of JSON's tokens. */
function sqlMinified(text: string): string {
  return `regexp_replace(${text}, ${quoteText(String.raw`(${ANY_STRING})|[ \t\n\r]+`)}, '\\1', 'g')`
}

/**
 * DuckDB reads JSON with commas before a closing bracket, names that come twice and any depth. Whether names come twice
 * is asked of json_tree, of texts only that passed all before.
 */
function sqlFits(text: string): string {
  const marks = `regexp_replace(${text}, ${quoteText(ANY_STRING)}, '""', 'g')`
  const brackets = `regexp_replace(${marks}, '[^\\[\\]{}]+', '', 'g')`
  const isSound = `CASE
    WHEN NOT json_valid(${text}) THEN false
    WHEN length(${text}) > ${MAX_CHARACTERS} AND length(${sqlMinified(text)}) > ${MAX_CHARACTERS} THEN false
    WHEN regexp_matches(${marks}, ',\\s*[\\]}]') THEN false
    ELSE regexp_full_match(${brackets}, ${quoteText(nestedBrackets(MAX_DEPTH))}) END`
  const names = `SELECT count(*) AS times
    FROM json_tree(CASE WHEN ${isSound} THEN ${text} END) WHERE parent IS NOT NULL GROUP BY parent, key`
  return `${isSound} AND (SELECT coalesce(max(times), 1) = 1 FROM (${names}))`
}

function nestedBrackets(levels: number): string {
  let pattern = ''
  for (let level = 0; level < levels; level++) pattern = String.raw`(?:[\[{]${pattern}[\]}])*`
  return pattern
}
