import { unsupported } from './refusals.ts'
import { quoteLiteral, type Typed } from './typed.ts'

/**
 * Regular expressions that both engines read alike: plain characters, sets, groups, counts, anchors and escaped punctuation. Classes
 * such as \w are not among them: PostgreSQL's know every script, the engine's only ASCII. Nor are references back and looks ahead.
 */
const ALIKE =
  /^(?:\(\?i\))?(?:[^\\[\](){}*+?|^$]|\\[^A-Za-z0-9]|\\d|\[\^?\]?(?:\\[^A-Za-z0-9]|\\d|[^\\[\]])*\]|\((?!\?[^:])(?:\?:)?|\)|\||\^|\$|[*+?]\??|\{\d{1,2}(?:,(?:\d{1,2})?)?\}\??)*$/

/** One repeated part, which cannot be nothing, and no alternatives: the longest match and the first one are the same. */
const ONE_MATCH = /^[^*?|{+]*\+?[^*?|{+]*$/

const WRITE_LITERAL =
  'Write the pattern as a literal of plain characters, sets, groups and counts, or use LIKE, strpos or starts_with.'

const notAlike = (what: string, place: number) => unsupported(what, place, WRITE_LITERAL)

/**
 * The pattern behind ~ as the engine reads it. Dots match line ends in both. `isPlanned`: a parameter has no value yet, and its own
 * text is judged when the query runs.
 */
export function matchSql(text: string, pattern: Typed, ignoresCase: boolean, isPlanned: boolean): string {
  if (pattern.literal === null) return 'CAST(NULL AS BOOLEAN)'
  if (pattern.literal === undefined) {
    if (isPlanned && pattern.sql.includes('\u0001')) return `regexp_matches(${text}, ${pattern.sql})`
    throw notAlike('A regular expression that is not a literal', pattern.place)
  }
  return `regexp_matches(${text}, ${quoteLiteral(`(?s${ignoresCase ? 'i' : ''})${alike(pattern.literal, pattern.place)}`)})`
}

function alike(pattern: string, place: number): string {
  if (!ALIKE.test(pattern)) throw notAlike('This regular expression', place)
  return pattern
}

const withoutSets = (pattern: string) => pattern.replace(/\[\^?\]?(?:\\.|[^\\[\]])*\]|\\./g, 'x')

const hasOneMatch = (pattern: string) => {
  const plain = withoutSets(pattern)
  return ALIKE.test(pattern) && ONE_MATCH.test(plain) && /[^()^$+]/.test(plain)
}

/** The first match, or the first group of it. */
export function extractSql(text: string, { literal, place }: Typed): string {
  if (typeof literal !== 'string') throw notAlike('A regular expression that is not a literal', place)
  if (!hasOneMatch(literal)) throw notAlike('substring with this pattern', place)
  const pattern = quoteLiteral(`(?s)${literal}`)
  const group = /\((?!\?)/.test(withoutSets(literal)) ? 1 : 0
  return `CASE WHEN regexp_matches(${text}, ${pattern}) THEN regexp_extract(${text}, ${pattern}, ${group}) END`
}

/** regexp_replace where both engines replace the same parts. */
export function replaceSql([text, pattern, replacement, flags]: readonly Typed[], place: number): string {
  if (typeof pattern?.literal !== 'string' || !hasOneMatch(pattern.literal))
    throw notAlike('regexp_replace with this pattern', place)
  if (typeof replacement?.literal !== 'string' || /\\(?![1-9])/.test(replacement.literal))
    throw notAlike('regexp_replace with this replacement', place)
  if (flags && (typeof flags.literal !== 'string' || !/^[gi]{0,2}$/.test(flags.literal)))
    throw notAlike('regexp_replace with these flags', place)
  const parts = [text?.sql, quoteLiteral(`(?s)${pattern.literal}`), quoteLiteral(replacement.literal)]
  return `regexp_replace(${[...parts, ...(flags?.literal ? [quoteLiteral(flags.literal)] : [])].join(', ')})`
}

/** SIMILAR TO matches the whole text; % and _ stand for what they stand for in LIKE. */
export function similarSql(text: string, pattern: Typed, marker: Typed | undefined): string {
  if (pattern.literal === null) return 'CAST(NULL AS BOOLEAN)'
  if (typeof pattern.literal !== 'string' || (marker && typeof marker.literal !== 'string'))
    throw notAlike('SIMILAR TO a pattern that is not a literal', pattern.place)
  const spelled = similarPattern(pattern.literal, marker?.literal ?? '\\', pattern.place)
  return `regexp_full_match(${text}, ${quoteLiteral(`(?s)${spelled}`)})`
}

function similarPattern(pattern: string, marker: string, place: number): string {
  let spelled = ''
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? ''
    if (character === marker) {
      at += 1
      spelled += (pattern[at] ?? '').replace(/[^A-Za-z0-9\u0080-\uffff]/, '\\$&')
    } else if (character === '%') spelled += '.*'
    else if (character === '_') spelled += '.'
    else if ('[]{}'.includes(character)) throw notAlike('SIMILAR TO with sets or counts', place)
    else spelled += '.^$\\'.includes(character) ? `\\${character}` : character
  }
  if (!ALIKE.test(spelled)) throw notAlike('SIMILAR TO with this pattern', place)
  return spelled
}

/** LIKE with the escape that PostgreSQL takes where none is said. */
export function likeSql(text: string, operator: string, pattern: string, marker: string | undefined): string {
  return `(${text} ${operator} ${pattern} ESCAPE ${marker ?? "'\\'"})`
}
