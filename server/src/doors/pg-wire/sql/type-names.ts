import { wireError } from '../protocol/wire-error.ts'
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

/** `length`: to how many characters a text is cut, which is no part of the engine's type. */
export type SpelledType = { text: string; end: number; length?: number }

/** The type that stands at a place, and where it ends. */
export function spelledType(tokens: readonly Token[], at: number, isKnown: (name: string) => boolean): SpelledType {
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
  return spelled === 'VARCHAR' ? textType(tokens, token, name, end) : { text: spelled, end }
}

const FIXED = new Set(['char', 'character'])

function textType(tokens: readonly Token[], token: Token, name: string, end: number): SpelledType {
  const open = skipSpace(tokens, end)
  const number = tokens[skipSpace(tokens, open + 1)]
  const isCut = tokens[open]?.text === '(' && number?.kind === 'number'
  const length = isCut ? Number(number.text) : FIXED.has(name) ? 1 : undefined
  if (length === undefined) return { text: 'VARCHAR', end }
  // Its texts are filled with blanks, which comparisons pass over.
  if (length !== 1 && (FIXED.has(name) || name === 'bpchar'))
    throw wireError('0A000', `The type ${name}(${length}) is not supported`, {
      place: token.start,
      hint: `Use varchar(${length}), or rpad(text, ${length}).`,
    })
  return { text: 'VARCHAR', end: isCut ? behindLength(tokens, end) : end, length }
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
