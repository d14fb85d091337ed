import { ESCAPE_PATTERN, MAX_DEPTH, minifyJson } from './json-text.ts'
import { NUMBER_PATTERN } from './numbers.ts'
import { isTooLong, MAX_CHARACTERS, type Parsed, quoteText, type TypeRules, told } from './type-rules.ts'

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
    return { error: `${told(text)} holds half a surrogate pair, which is no character: remove it.` }
  const minified = minifyJson(text)
  if ('error' in minified)
    return { error: `${told(text)} cannot be a JSON value: it ${minified.error}.${advice(text)}` }
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
