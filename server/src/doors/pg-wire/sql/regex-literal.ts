import { wireError } from '../protocol/wire-error.ts'
import { literalIn, quoteLiteral, type Token } from './tokens.ts'

/**
 * What both engines read alike: plain characters, sets, groups, counts, anchors and escaped punctuation. Classes such as \w are not
 * among them: PostgreSQL's know every script, the engine's only ASCII. Nor are references back and looks ahead.
 */
const ALIKE =
  /^(?:\(\?i\))?(?:[^\\[\](){}*+?|^$]|\\[^A-Za-z0-9]|\\d|\[\^?\]?(?:\\[^A-Za-z0-9]|\\d|[^\\[\]])*\]|\((?!\?[^:])(?:\?:)?|\)|\||\^|\$|[*+?]\??|\{\d{1,2}(?:,(?:\d{1,2})?)?\}\??)*$/

/** One repeated part, which cannot be nothing, and no alternatives: the longest match and the first one are the same. */
const ONE_MATCH = /^[^*?|{+]*\+?[^*?|{+]*$/

const WRITE_LITERAL =
  'Write the pattern as a literal of plain characters, sets, groups and counts, or use LIKE, strpos or starts_with.'

const notAlike = (what: string, place: number) =>
  wireError('0A000', `${what} is not supported`, { place, hint: WRITE_LITERAL })

/** The engine's SIMILAR TO takes a regular expression, and its regexp_matches answers with true or false. */
export const similarTo = (place: number) => notAlike('SIMILAR TO', place)
export const regexpMatches = (place: number) =>
  wireError('0A000', 'regexp_matches is not supported', {
    place,
    hint: "Use ~ with a literal, or regexp_full_match(text, '.*(?:' || pattern || ').*') of DuckDB.",
  })

/**
 * The pattern behind ~, for the engine's operator, which matches the whole text where PostgreSQL's matches any part. Dots match line
 * ends in both. A pattern that is not known yet, or that the engines may read differently, is refused.
 */
export function regexLiteral(token: Token | undefined, ignoresCase: boolean, place: number): string {
  const pattern = plainLiteral(token)
  if (pattern === undefined) throw notAlike('A regular expression that is not a literal', place)
  if (!ALIKE.test(pattern)) throw notAlike('This regular expression', place)
  return quoteLiteral(`(?s${ignoresCase ? 'i' : ''})^.*(?:${pattern}).*$`)
}

/** The arguments of regexp_replace where both engines replace the same parts. */
export function refuseUnlikeReplacement(args: readonly (readonly Token[])[], place: number) {
  const [, pattern, replacement, flags] = args.map((arg) => plainLiteral(onlyOne(arg)))
  const plain = withoutSets(pattern ?? '')
  if (pattern === undefined || !ALIKE.test(pattern) || !ONE_MATCH.test(plain) || !/[^()^$+]/.test(plain))
    throw notAlike('regexp_replace with this pattern', place)
  if (replacement === undefined || /\\(?![1-9])/.test(replacement))
    throw notAlike('regexp_replace with this replacement', place)
  if (args.length > 4 || (args.length === 4 && !/^[gi]{1,2}$/.test(flags ?? '')))
    throw notAlike('regexp_replace with these flags', place)
}

const withoutSets = (pattern: string) => pattern.replace(/\[\^?\]?(?:\\.|[^\\[\]])*\]|\\./g, 'x')

const onlyOne = (arg: readonly Token[]) => {
  const [one, ...others] = arg.filter(({ kind }) => kind !== 'space')
  return others.length === 0 ? one : undefined
}

/** Escapes of E'…' other than of punctuation have meanings of their own. */
function plainLiteral(token: Token | undefined): string | undefined {
  if (token && /^[bxn]'/i.test(token.text)) return undefined
  if (token && /^e'/i.test(token.text) && /\\[A-Za-z0-9]/.test(token.text.replaceAll('\\\\', ''))) return undefined
  return literalIn(token)
}
