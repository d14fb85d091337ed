import { nameIn, type Token } from './tokens.ts'

/** Types that PostgreSQL calls differently, or means something else by. Others have the same names in both. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['oid', 'UINTEGER'],
  ['xid', 'UINTEGER'],
  ['cid', 'UINTEGER'],
  ['name', 'VARCHAR'],
  ['"char"', 'VARCHAR'],
  ['char', 'VARCHAR'],
  ['bpchar', 'VARCHAR'],
  ['character', 'VARCHAR'],
  ['character varying', 'VARCHAR'],
  ['varchar', 'VARCHAR'],
  ['citext', 'VARCHAR'],
  ['sql_identifier', 'VARCHAR'],
  ['character_data', 'VARCHAR'],
  ['cardinal_number', 'INTEGER'],
  ['yes_or_no', 'VARCHAR'],
  ['int2vector', 'BIGINT[]'],
  ['oidvector', 'BIGINT[]'],
  ['jsonb', 'JSON'],
  ['float', 'DOUBLE'],
  ['double precision', 'DOUBLE'],
  ['real', 'FLOAT'],
  ['timestamptz', 'TIMESTAMPTZ'],
])

/** Without digits PostgreSQL's type holds any number; these are the most the engine has. */
const PLAIN_NUMERIC = 'DECIMAL(38, 10)'

export const isTypeWord = (name: string) => TYPES.has(name) || name === 'numeric' || name === 'decimal'

/** The type that stands at a place, and where it ends. */
export function spelledType(
  tokens: readonly Token[],
  at: number,
  isKnown: (name: string) => boolean,
): { text: string; end: number } {
  const token = tokens[at]
  if (!token) return { text: '', end: at }
  const first = token.kind === 'quoted' && token.text === '"char"' ? '"char"' : (nameIn(token) ?? token.text)
  const second = nextWord(tokens, at + 1)
  const pair = second ? `${first} ${second.name}` : first
  const name = isKnown(pair) && second ? pair : first
  const end = name === pair && second ? second.at + 1 : at + 1
  if (name === 'numeric' || name === 'decimal') return numeric(tokens, end)
  const spelled = TYPES.get(name)
  if (!spelled) return { text: token.kind === 'word' ? token.text.toLowerCase() : token.text, end: at + 1 }
  // varchar(10): the length is no part of what the engine knows.
  return { text: spelled, end: spelled === 'VARCHAR' ? behindLength(tokens, end) : end }
}

function numeric(tokens: readonly Token[], end: number) {
  const after = skipSpace(tokens, end)
  return { text: tokens[after]?.text === '(' ? 'DECIMAL' : PLAIN_NUMERIC, end }
}

function behindLength(tokens: readonly Token[], end: number): number {
  const open = skipSpace(tokens, end)
  if (tokens[open]?.text !== '(') return end
  const close = tokens.findIndex(({ text }, n) => n > open && text === ')')
  return close < 0 ? end : close + 1
}

function nextWord(tokens: readonly Token[], from: number): { name: string; at: number } | undefined {
  const at = skipSpace(tokens, from)
  const name = nameIn(tokens[at])
  return name === undefined ? undefined : { name, at }
}

function skipSpace(tokens: readonly Token[], from: number): number {
  let at = from
  while (tokens[at]?.kind === 'space') at += 1
  return at
}
