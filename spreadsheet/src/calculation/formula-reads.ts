import { functionKind } from './computed-functions.ts'

/** Why the engine's value of a formula cannot be relied on. */
export type Obstacle =
  | { kind: 'unknown_function' | 'changing_function' | 'name'; name: string }
  /** Cells of another file, of several sheets at once, and formulas that fill several cells or would have to be read as such. */
  | { kind: 'other_file' | 'several_sheets' | 'array' | 'not_understood' }

/** What a formula reads, or why it is not computed. */
export type FormulaReads = {
  obstacle: Obstacle | null
  areas: readonly Area[]
  names: readonly string[]
  /** Tables that it names columns of. */
  tables: readonly string[]
  /** Cells that only its computation would tell. */
  readsAnything: boolean
  /** Its value depends on the language and the settings of the machine that computes it. */
  isLocal: boolean
}

/** Cells of a sheet (null: its own), in lines that count from 0 or from the cell that holds the formula. */
export type Area = { sheet: string | null; rows: Span; columns: Span }
export type Span = { from: Line; to: Line }
export type Line = { isRelative: boolean; number: number }

const LINE = String.raw`(?:\[-?\d{1,7}\]|\d{1,7})?`
const WORD_END = String.raw`(?![\w.$\\?!([\u0080-\uffff])`
const CELL = `R${LINE}C${LINE}`
const WORD = String.raw`[A-Za-z_\\\u0080-\uffff][\w.\\?\u0080-\uffff]*`
const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    `(?<text>"(?:[^"]|"")*")`,
    String.raw`(?<error>#(?:REF!|N/A|DIV/0!|VALUE!|NAME\?|NUM!|NULL!))`,
    `(?<sheet>(?:'(?:[^']|'')+'|[\\w.\\[\\]\\u0080-\\uffff]+(?::[\\w.\\u0080-\\uffff]+)?)!)`,
    `(?<area>(?:${CELL}(?::${CELL})?|R${LINE}:R${LINE}|C${LINE}:C${LINE})${WORD_END})`,
    String.raw`(?<call>[A-Za-z_][\w.]*)\(`,
    String.raw`(?<table>${WORD})?(?<columns>\[)`,
    `(?<truth>(?:TRUE|FALSE)${WORD_END})`,
    `(?<name>${WORD})${WORD_END}`,
    String.raw`(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)`,
    `(?<operator><>|<=|>=|[-+*/^&=<>])`,
    `(?<mark>[(),;:%@{}])`,
  ].join('|'),
  'y',
)

/** Variables of LET and LAMBDA. */
const LOCAL = /^_xlpm\./i

type Reading = {
  areas: Area[]
  names: string[]
  tables: string[]
  readsAnything: boolean
  isLocal: boolean
  /** For each bracket that is open whether it is of a function that computes with whole ranges. */
  open: boolean[]
  sheet: string | null
  /** What came last. `end`: the end of an operand. */
  last: 'range' | 'operator' | 'end' | 'other'
}

type Token = Readonly<Record<string, string | undefined>>

/** Reads a formula in R1C1 notation, to its last character or not at all. `isArray`: it computes with whole ranges everywhere. */
export function readFormula(r1c1: string, { isArray = false } = {}): FormulaReads {
  const reading: Reading = { ...nothingRead(), open: [isArray], sheet: null, last: 'other' }
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < r1c1.length) {
    const token = TOKEN.exec(r1c1)?.groups
    if (!token) return refused({ kind: 'not_understood' })
    if (token.space !== undefined) continue
    if (token.columns !== undefined) {
      const to = endOfBracket(r1c1, TOKEN.lastIndex - 1)
      if (to < 0 || token.table === undefined) return refused({ kind: 'not_understood' })
      TOKEN.lastIndex = to
    }
    const obstacle = takeToken(reading, token)
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
  if (token.mark === '(') reading.open.push(false)
  if (token.mark === ')') reading.open.pop()
  if (token.name === undefined || LOCAL.test(token.name)) return null
  if (sheet !== null) return { kind: 'name', name: token.name }
  reading.names.push(token.name)
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
  if (isWithRange && !open.includes(true)) return { kind: 'array' }
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
  reading.open.push(kind === 'over_ranges')
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
  tables: [] as string[],
  readsAnything: false,
  isLocal: false,
})

export const refused = (obstacle: Obstacle): FormulaReads => ({ ...nothingRead(), obstacle })

function areaIn(text: string, sheet: string | null): Area {
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
