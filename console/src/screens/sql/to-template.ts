/** A query with a placeholder for each table it reads, and which table each placeholder stands for. */
export type Template = { code: string; args: Record<string, string> }

type Token = { text: string; kind: 'space' | 'word' | 'quoted' | 'other' }

const TOKENS =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<quoted>"(?:[^"]|"")*")|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|'(?:[^']|'')*'|[\s\S]/gu

/** Before these a comma of the same depth begins another table. */
const ENDS_FROM = new Set([
  'where',
  'group',
  'order',
  'having',
  'limit',
  'union',
  'select',
  'qualify',
  'window',
  'with',
])
/** A word behind a table that is none of these is its alias. */
const NO_ALIAS = new Set([
  ...ENDS_FROM,
  'on',
  'using',
  'join',
  'inner',
  'left',
  'right',
  'full',
  'cross',
  'natural',
  'asof',
  'positional',
  'semi',
  'anti',
  'lateral',
  'except',
  'intersect',
  'offset',
  'fetch',
  'tablesample',
  'pivot',
  'unpivot',
])

/** Puts placeholders where the query names its tables. A table keeps its name as an alias, so that columns may go on naming it. */
export function toTemplate(sql: string, tables: readonly string[]): Template {
  const tokens = tokensOf(sql.replace(/;\s*$/, ''))
  const args: Record<string, string> = {}
  /** For each bracket that is open: does a comma there stand between tables? */
  const isInFrom = [false]
  let before = ''
  const parts = tokens.map((token, n) => {
    if (token.kind === 'space') return token.text
    const word = token.text.toLowerCase()
    const isPlace = before === 'from' || before === 'join' || (before === ',' && isInFrom.at(-1) === true)
    follow(isInFrom, word)
    before = word
    const table = isPlace ? tables.find((name) => name.toLowerCase() === nameIn(token).toLowerCase()) : undefined
    if (table === undefined) return token.text
    const placeholder = `{{ ${argFor(table, args)} }}`
    return hasAlias(tokens, n) ? placeholder : `${placeholder} AS "${table.replaceAll('"', '""')}"`
  })
  return { code: parts.join(''), args }
}

function follow(isInFrom: boolean[], word: string) {
  if (word === '(') isInFrom.push(false)
  else if (word === ')') isInFrom.pop()
  else if (word === 'from' || word === 'join') isInFrom[isInFrom.length - 1] = true
  else if (ENDS_FROM.has(word)) isInFrom[isInFrom.length - 1] = false
}

function tokensOf(sql: string): Token[] {
  return Array.from(sql.matchAll(TOKENS), ({ 0: text, groups = {} }) => {
    const kind = groups.space ? 'space' : groups.quoted ? 'quoted' : groups.word ? 'word' : 'other'
    return { text, kind }
  })
}

const nameIn = ({ text, kind }: Token) => (kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text)

function hasAlias(tokens: readonly Token[], at: number): boolean {
  const next = tokens.slice(at + 1).find(({ kind }) => kind !== 'space')
  if (!next || next.kind === 'other') return false
  return next.kind === 'quoted' || !NO_ALIAS.has(next.text.toLowerCase())
}

/** One for each table; a name that is no identifier gets a number. */
function argFor(table: string, args: Record<string, string>): string {
  const known = Object.entries(args).find(([, name]) => name === table)?.[0]
  if (known) return known
  const plain =
    /^[A-Za-z_][A-Za-z0-9_]{0,50}$/.test(table) && !(table in args) ? table : `input_${Object.keys(args).length + 1}`
  args[plain] = table
  return plain
}
