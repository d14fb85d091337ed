import { functionKind, isSortedLookup } from './computed-functions.ts'
import { TOKEN } from './formula-tokens.ts'

/** Why the engine's value of a formula cannot be relied on. */
export type Obstacle =
  | { kind: 'unknown_function' | 'changing_function' | 'sorted_lookup' | 'name'; name: string }
  /** Cells of another file, of several sheets at once, and formulas that fill several cells or would have to be read as such. */
  | { kind: 'other_file' | 'several_sheets' | 'array' | 'not_understood' }

/** What a formula reads, or why it is not computed. */
export type FormulaReads = {
  obstacle: Obstacle | null
  areas: readonly Area[]
  names: readonly string[]
  functions: readonly string[]
  /** Tables that it names columns of. */
  tables: readonly string[]
  /** Cells that only its computation would tell. */
  readsAnything: boolean
  /** Its value depends on the language and the settings of the machine that computes it. */
  isLocal: boolean
  /** It looks for a result that the engine may fail to find. */
  isSearching: boolean
  /** Where it looks in sorted cells. Where these end with empty ones the engine finds an empty one. */
  sorted: readonly SortedLookup[]
}

export type SortedLookup = { call: string; area: Area }

/** Cells of a sheet (null: its own), in lines that count from 0 or from the cell that holds the formula. */
export type Area = { sheet: string | null; rows: Span; columns: Span }
export type Span = { from: Line; to: Line }
export type Line = { isRelative: boolean; number: number }

/** Variables of LET and LAMBDA. */
const LOCAL = /^_xlpm\./i

type Reading = {
  areas: Area[]
  names: string[]
  functions: string[]
  tables: string[]
  readsAnything: boolean
  isLocal: boolean
  isSearching: boolean
  sorted: SortedLookup[]
  open: Bracket[]
  sheet: string | null
  /** What came last. `end`: the end of an operand. */
  last: 'range' | 'operator' | 'end' | 'other'
}

/** One that is open, with what its last argument holds so far, and its second one where that is an area and nothing else. */
type Bracket = { call: string; isOverRanges: boolean; commas: number; argument: string; second: Area | null }

const bracketOf = (call: string, isOverRanges: boolean): Bracket => ({
  call,
  isOverRanges,
  commas: 0,
  argument: '',
  second: null,
})

type Token = Readonly<Record<string, string | undefined>>

/** Reads a formula in R1C1 notation, to its last character or not at all. `isArray`: it computes with whole ranges everywhere. */
export function readFormula(r1c1: string, { isArray = false } = {}): FormulaReads {
  const reading: Reading = { ...nothingRead(), open: [bracketOf('', isArray)], sheet: null, last: 'other' }
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < r1c1.length) {
    const found = TOKEN.exec(r1c1)
    const token = found?.groups
    if (!token) return refused({ kind: 'not_understood' })
    if (token.space !== undefined) continue
    if (token.columns !== undefined) {
      const to = endOfBracket(r1c1, TOKEN.lastIndex - 1)
      if (to < 0 || token.table === undefined) return refused({ kind: 'not_understood' })
      TOKEN.lastIndex = to
    }
    const obstacle = takeToken(reading, token) ?? takeText(reading, token, found[0])
    if (obstacle) return refused(obstacle)
  }
  const { open, sheet, last, ...read } = reading
  return { obstacle: null, ...read }
}

function takeToken(reading: Reading, token: Token): Obstacle | null {
  if (token.sheet !== undefined) return takeSheet(reading, token.sheet)
  const kind = kindOf(token)
  const misfit = misfitAfter(reading, token, kind)
  if (misfit) return misfit
  const { sheet } = reading
  reading.sheet = null
  reading.last = kind
  if (token.area !== undefined) reading.areas.push(areaIn(token.area, sheet))
  if (token.table !== undefined) reading.tables.push(token.table)
  if (token.columns !== undefined || token.mark === ':') reading.readsAnything = true
  if (token.call !== undefined) return takeCall(reading, token.call)
  if (token.name === undefined || LOCAL.test(token.name)) return null
  if (sheet !== null) return { kind: 'name', name: token.name }
  reading.names.push(token.name)
  return null
}

/** Keeps count of brackets and their arguments. */
function takeText({ open, areas, sorted }: Reading, { call, mark, area, sheet }: Token, text: string): Obstacle | null {
  const closed = mark === ')' ? open.pop() : undefined
  if (closed && isSortedLookup(closed.call, closed.commas, closed.argument)) {
    if (!closed.second) return { kind: 'sorted_lookup', name: closed.call }
    sorted.push({ call: closed.call, area: closed.second })
  }
  // The bracket of a call is open already.
  const bracket = open.at(call === undefined ? -1 : -2)
  if (bracket && mark === ',') bracket.commas++
  if (bracket?.commas === 1 && mark !== ',' && sheet === undefined)
    bracket.second = area !== undefined && /^(?:.*!)?$/.test(bracket.argument) ? (areas.at(-1) ?? null) : null
  if (bracket) bracket.argument = mark === ',' ? '' : bracket.argument + text
  if (mark === '(') open.push(bracketOf('', false))
  return null
}

function kindOf(token: Token): Reading['last'] {
  if (token.operator !== undefined) return 'operator'
  if (token.area?.includes(':')) return 'range'
  return isEnd(token) ? 'end' : 'other'
}

function misfitAfter({ last, open }: Reading, token: Token, kind: Reading['last']): Obstacle | null {
  const isWithRange = (last === 'range' && kind === 'operator') || (last === 'operator' && kind === 'range')
  // Excel takes one cell of such a range, the engine computes with all of them.
  if (isWithRange && !open.some(({ isOverRanges }) => isOverRanges)) return { kind: 'array' }
  // Two operands with nothing between them: the cells that both have.
  return isBeginning(token) && (last === 'range' || last === 'end') ? { kind: 'not_understood' } : null
}

const isBeginning = ({ operator, mark }: Token) =>
  operator === undefined && (mark === undefined || '({@'.includes(mark))

const isEnd = ({ call, mark }: Token) => call === undefined && (mark === undefined || ')}%'.includes(mark))

function takeCall(reading: Reading, call: string): Obstacle | null {
  const { name, kind } = functionKind(call)
  if (kind === 'unknown') return { kind: 'unknown_function', name }
  if (kind === 'changing') return { kind: 'changing_function', name }
  if (kind === 'reaching') reading.readsAnything = true
  if (kind === 'local') reading.isLocal = true
  if (kind === 'searching') reading.isSearching = true
  reading.functions.push(name)
  reading.open.push(bracketOf(name, kind === 'over_ranges'))
  return null
}

function takeSheet(reading: Reading, token: string): Obstacle | null {
  const spelled = token.slice(0, -1)
  const name = spelled.startsWith("'") ? spelled.slice(1, -1).replaceAll("''", "'") : spelled
  if (name.includes('[')) return { kind: 'other_file' }
  // Names of sheets hold no colon: it parts the first of several sheets from the last.
  if (name.includes(':')) return { kind: 'several_sheets' }
  reading.sheet = name
  return null
}

const nothingRead = () => ({
  areas: [] as Area[],
  names: [] as string[],
  functions: [] as string[],
  tables: [] as string[],
  readsAnything: false,
  isLocal: false,
  isSearching: false,
  sorted: [] as SortedLookup[],
})

export const refused = (obstacle: Obstacle): FormulaReads => ({ ...nothingRead(), obstacle })

export function areaIn(text: string, sheet: string | null): Area {
  const [first = '', last = first] = text.split(':')
  return { sheet, rows: spanIn('R', first, last), columns: spanIn('C', first, last) }
}

const ALL: Span = {
  from: { isRelative: false, number: 0 },
  to: { isRelative: false, number: Number.MAX_SAFE_INTEGER },
}

function spanIn(axis: 'R' | 'C', first: string, last: string): Span {
  const from = lineIn(axis, first)
  const to = lineIn(axis, last)
  return from && to ? { from, to } : ALL
}

function lineIn(axis: 'R' | 'C', corner: string): Line | null {
  const at = corner.indexOf(axis)
  if (at < 0) return null
  const [text = ''] = /^(?:\[-?\d+\]|\d*)/.exec(corner.slice(at + 1)) ?? []
  if (text === '') return { isRelative: true, number: 0 }
  if (text.startsWith('[')) return { isRelative: true, number: Number(text.slice(1, -1)) }
  return { isRelative: false, number: Number(text) - 1 }
}

/** The place behind a bracket and all that are in it; -1 where it does not end. */
function endOfBracket(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    // An apostrophe takes the meaning from the character behind it.
    if (text[at] === "'") at++
    else if (text[at] === '[') depth++
    else if (text[at] === ']' && --depth === 0) return at + 1
  }
  return -1
}
