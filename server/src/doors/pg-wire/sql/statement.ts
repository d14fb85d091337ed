import { literalIn, nameIn, type Token, withoutSpace } from './tokens.ts'

/** What a client asks for. Everything that is not a query of tables is answered by the session itself. */
export type Statement =
  | { kind: 'select'; tokens: readonly Token[] }
  | { kind: 'empty' }
  | { kind: 'begin' | 'commit' | 'rollback'; tag: string }
  | { kind: 'savepoint' | 'release' | 'rollback-to'; name: string }
  | { kind: 'set'; name: string; value: string; isLocal: boolean }
  | { kind: 'reset'; name: string }
  | { kind: 'show'; name: string }
  | { kind: 'discard'; what: string }
  | { kind: 'declare'; cursor: string; isBinary: boolean; isHeld: boolean; tokens: readonly Token[] }
  | { kind: 'fetch'; cursor: string; count: number; isMove: boolean }
  | { kind: 'fetch-backward' }
  | { kind: 'close'; cursor: string | null }
  | { kind: 'deallocate'; name: string | null }
  | { kind: 'copy'; tokens: readonly Token[]; form: CopyForm }
  | { kind: 'ignored'; tag: string }
  | { kind: 'refused'; word: string }

export type CopyForm = {
  format: 'text' | 'csv' | 'binary'
  delimiter: string
  nullText: string
  hasHeader: boolean
}

/** Statements that change nothing here and that programs send as a matter of course. */
const IGNORED = new Map([
  ['listen', 'LISTEN'],
  ['unlisten', 'UNLISTEN'],
  ['analyze', 'ANALYZE'],
  ['vacuum', 'VACUUM'],
])

const QUERIES = new Set(['select', 'with', 'values', 'table', 'from', '('])

export function readStatement(tokens: readonly Token[]): Statement {
  const words = withoutSpace(tokens)
  const first = nameIn(words[0]) ?? words[0]?.text ?? ''
  const second = nameIn(words[1]) ?? ''
  if (words.length === 0) return { kind: 'empty' }
  if (QUERIES.has(first)) return { kind: 'select', tokens }
  switch (first) {
    case 'begin':
      return { kind: 'begin', tag: 'BEGIN' }
    case 'start':
      return { kind: 'begin', tag: 'START TRANSACTION' }
    case 'commit':
    case 'end':
      return { kind: 'commit', tag: 'COMMIT' }
    case 'abort':
      return { kind: 'rollback', tag: 'ROLLBACK' }
    case 'rollback':
      return rollback(words)
    case 'savepoint':
      return { kind: 'savepoint', name: second }
    case 'release':
      return { kind: 'release', name: nameIn(words.at(-1)) ?? '' }
    case 'set':
      return readSet(words)
    case 'reset':
      return { kind: 'reset', name: settingName(words.slice(1)) }
    case 'show':
      return { kind: 'show', name: settingName(words.slice(1)) }
    case 'discard':
      return { kind: 'discard', what: second.toUpperCase() }
    case 'declare':
      return readDeclare(tokens, words)
    case 'fetch':
    case 'move':
      return readFetch(words, first === 'move')
    case 'close':
      return { kind: 'close', cursor: second === 'all' ? null : second }
    case 'deallocate':
      return readDeallocate(words)
    case 'copy':
      return readCopy(tokens, words)
    default:
      return IGNORED.has(first)
        ? { kind: 'ignored', tag: IGNORED.get(first) ?? '' }
        : { kind: 'refused', word: first.toUpperCase() }
  }
}

function rollback(words: readonly Token[]): Statement {
  const isTo = words.some((word) => nameIn(word) === 'to')
  return isTo ? { kind: 'rollback-to', name: nameIn(words.at(-1)) ?? '' } : { kind: 'rollback', tag: 'ROLLBACK' }
}

/** `SHOW transaction isolation level` has three words, `svc.as_of` two names. */
function settingName(words: readonly Token[]): string {
  const name = words.map((word) => nameIn(word) ?? word.text).join(' ')
  if (name === 'transaction isolation level') return 'transaction_isolation'
  if (name === 'session authorization') return 'session_authorization'
  return name === 'time zone' ? 'timezone' : name.replaceAll(' . ', '.').replaceAll(' ', '_')
}

function readSet(words: readonly Token[]): Statement {
  let rest = words.slice(1)
  const scope = nameIn(rest[0])
  const isLocal = scope === 'local'
  if (scope === 'session' && nameIn(rest[1]) === 'characteristics') return { kind: 'ignored', tag: 'SET' }
  if (scope === 'session' || scope === 'local') rest = rest.slice(1)
  const name = nameIn(rest[0]) ?? ''
  if (['transaction', 'role', 'authorization', 'constraints'].includes(name)) return { kind: 'ignored', tag: 'SET' }
  if (name === 'time') return { kind: 'set', name: 'timezone', value: spokenValue(rest.slice(2)), isLocal }
  if (name === 'names') return { kind: 'set', name: 'client_encoding', value: spokenValue(rest.slice(1)), isLocal }
  const at = rest.findIndex((word) => word.text === '=' || nameIn(word) === 'to')
  if (at < 0) return { kind: 'refused', word: 'SET' }
  return { kind: 'set', name: settingName(rest.slice(0, at)), value: spokenValue(rest.slice(at + 1)), isLocal }
}

const spokenValue = (words: readonly Token[]) =>
  words.map((word) => literalIn(word) ?? (word.kind === 'quoted' ? nameIn(word) : undefined) ?? word.text).join('')

function readDeclare(tokens: readonly Token[], words: readonly Token[]): Statement {
  const at = words.findIndex((word) => nameIn(word) === 'for')
  const begin = words[at]
  const options = words.slice(2, at).map((word) => nameIn(word))
  if (!begin) return { kind: 'refused', word: 'DECLARE' }
  return {
    kind: 'declare',
    cursor: nameIn(words[1]) ?? '',
    isBinary: options.includes('binary'),
    isHeld: options.includes('hold') && !options.includes('without'),
    tokens: tokens.filter(({ start }) => start >= begin.start + begin.text.length),
  }
}

function readFetch(words: readonly Token[], isMove: boolean): Statement {
  const cursor = nameIn(words.at(-1)) ?? ''
  const said = words.slice(1, -1).map((word) => nameIn(word) ?? word.text)
  const wanted = said.filter((word) => word !== 'from' && word !== 'in')
  if (wanted.some((word) => ['backward', 'prior', 'first', 'last', 'absolute', 'relative', '-'].includes(word)))
    return { kind: 'fetch-backward' }
  const number = wanted.find((word) => /^\d+$/.test(word))
  const count = wanted.includes('all') ? 0 : number === undefined ? 1 : Number(number)
  // FETCH 0 reads the row before again, which only a cursor that goes backwards could.
  if (number !== undefined && count === 0) return { kind: 'fetch-backward' }
  return { kind: 'fetch', cursor, count, isMove }
}

function readDeallocate(words: readonly Token[]): Statement {
  const last = nameIn(words.at(-1)) ?? ''
  return { kind: 'deallocate', name: last === 'all' ? null : last }
}

/** `COPY (query) TO STDOUT` and `COPY table [(columns)] TO STDOUT`, with options in either spelling. */
function readCopy(tokens: readonly Token[], words: readonly Token[]): Statement {
  const to = words.findLastIndex((word) => nameIn(word) === 'to')
  const target = words[to]
  if (!target || nameIn(words[to + 1]) !== 'stdout') return { kind: 'refused', word: 'COPY' }
  const isQuery = words[1]?.text === '('
  const inner = tokens.filter(({ start }) => start > (words[0]?.start ?? 0) + 3 && start < target.start)
  return {
    kind: 'copy',
    tokens: isQuery ? unwrapped(inner) : selectAll(inner),
    form: copyForm(words.slice(to + 2)),
  }
}

function unwrapped(tokens: readonly Token[]): Token[] {
  const open = tokens.findIndex(({ text }) => text === '(')
  const close = tokens.findLastIndex(({ text }) => text === ')')
  return tokens.slice(open + 1, close)
}

function selectAll(tokens: readonly Token[]): Token[] {
  const open = tokens.findIndex(({ text }) => text === '(')
  const table = open < 0 ? tokens : tokens.slice(0, open)
  const columns = open < 0 ? [made('*')] : unwrapped(tokens)
  return [made('SELECT '), ...columns, made(' FROM '), ...table]
}

const made = (text: string): Token => ({ kind: 'operator', text, start: -1 })

function copyForm(words: readonly Token[]): CopyForm {
  const said = words.map((word) => nameIn(word) ?? word.text)
  const after = (name: string) => literalIn(words[said.indexOf(name) + (said[said.indexOf(name) + 1] === 'as' ? 2 : 1)])
  const format = said.includes('csv') ? 'csv' : said.includes('binary') ? 'binary' : 'text'
  const isCsv = format === 'csv'
  const header = said.indexOf('header')
  return {
    format,
    delimiter: (said.includes('delimiter') ? after('delimiter') : undefined) ?? (isCsv ? ',' : '\t'),
    nullText: (said.includes('null') ? after('null') : undefined) ?? (isCsv ? '' : '\\N'),
    hasHeader: header >= 0 && !['false', 'off', '0'].includes(said[header + 1] ?? ''),
  }
}
