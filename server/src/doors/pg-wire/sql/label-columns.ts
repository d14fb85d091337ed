import { nameIn, type Token } from './tokens.ts'

/** Words that end the list of what a SELECT shows. */
const AFTER_LIST = new Set(
  'from where group having order limit offset fetch union intersect except window into'.split(' '),
)

/**
 * Gives the columns of a query the names that PostgreSQL would give them, where the engine's own would be another: a call is named
 * after its function, a cast after what it casts, CASE after itself.
 */
export function labelColumns(tokens: readonly Token[]): Token[] {
  const select = topLevel(tokens).find(({ token }) => nameIn(token) === 'select')
  if (!select) return [...tokens]
  const labelled = tokens.slice(0, select.at + 1)
  let item: Token[] = []
  let at = select.at + 1
  let depth = 0
  for (; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    depth += depthOf(token)
    const isWord = depth === 0 && token.kind === 'word'
    if (isWord && AFTER_LIST.has(token.text.toLowerCase())) break
    if (depth === 0 && token.text === ',') {
      labelled.push(...withLabel(item), token)
      item = []
    } else item.push(token)
  }
  return [...labelled, ...withLabel(item), ...tokens.slice(at)]
}

const depthOf = ({ text }: Token) => (text === '(' || text === '[' ? 1 : text === ')' || text === ']' ? -1 : 0)

function topLevel(tokens: readonly Token[]): { token: Token; at: number }[] {
  const found: { token: Token; at: number }[] = []
  let depth = 0
  tokens.forEach((token, at) => {
    depth += depthOf(token)
    if (depth === 0) found.push({ token, at })
  })
  return found
}

function withLabel(item: readonly Token[]): Token[] {
  const words = item.filter(({ kind }) => kind !== 'space')
  const label = labelOf(words)
  if (label === undefined) return [...item]
  // Behind the last word: a comment may follow it.
  const end = item.findLastIndex(({ kind }) => kind !== 'space') + 1
  const alias: Token = { kind: 'quoted', text: ` AS "${label.replaceAll('"', '""')}"`, start: -1 }
  return [...item.slice(0, end), alias, ...item.slice(end)]
}

const NAMED_BY_THEMSELVES = new Set(
  'current_user session_user current_role user current_catalog current_schema current_date current_time current_timestamp localtime localtimestamp'.split(
    ' ',
  ),
)

function labelOf(words: readonly Token[]): string | undefined {
  const [first, ...rest] = words
  if (nameIn(first) === 'distinct' || nameIn(first) === 'all') return labelOf(rest)
  if (first?.kind === 'word' && words.length === 1 && NAMED_BY_THEMSELVES.has(first.text.toLowerCase()))
    return first.text.toLowerCase()
  if (nameIn(first) === 'case' && nameIn(words.at(-1)) === 'end') return 'case'
  return labelOfCall(words) ?? labelOfCast(words)
}

/** `schema.name(…)`, perhaps with OVER (…) or FILTER (…) behind it, and nothing else. */
function labelOfCall(words: readonly Token[]): string | undefined {
  const open = words.findIndex(({ text }) => text === '(')
  const name = nameIn(words[open - 1])
  if (open < 1 || name === undefined || !isName(words.slice(0, open))) return undefined
  if (['in', 'exists', 'not', 'any', 'all', 'array', 'row', 'values'].includes(name)) return undefined
  let rest = words.slice(closing(words, open) + 1)
  while (['over', 'filter'].includes(nameIn(rest[0]) ?? '') && rest[1]?.text === '(')
    rest = rest.slice(closing(rest, 1) + 1)
  return rest.length === 0 ? name : undefined
}

/** `name::type` is named after what is cast. */
function labelOfCast(words: readonly Token[]): string | undefined {
  const cast = words.findIndex(({ text }) => text === '::')
  if (cast < 1 || !isName(words.slice(0, cast))) return undefined
  const isPlain = words
    .slice(cast + 1)
    .every(({ kind, text }) => kind === 'word' || '.::[](),'.includes(text) || kind === 'number')
  const hasAlias = words.some((word) => nameIn(word) === 'as')
  return isPlain && !hasAlias && words.slice(cast + 1).length <= 3 ? nameIn(words[cast - 1]) : undefined
}

/** Names with points between them. */
const isName = (words: readonly Token[]) =>
  words.every((word, n) => (n % 2 === 0 ? word.kind === 'word' || word.kind === 'quoted' : word.text === '.')) &&
  words.length % 2 === 1

function closing(words: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < words.length; at++) {
    depth += words[at]?.text === '(' ? 1 : words[at]?.text === ')' ? -1 : 0
    if (depth === 0) return at
  }
  return words.length
}
