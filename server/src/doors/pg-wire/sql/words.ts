import type { Token } from './tokens.ts'

/** Words that may follow a table and are no alias of it. */
export const AFTER_TABLE = new Set(
  (
    'where join left right full inner outer cross natural on using group order having limit offset fetch union intersect ' +
    'except window for lateral tablesample returning as'
  )
    .split(' ')
    .filter((word) => word !== 'as'),
)

/** Words are folded to small letters, as PostgreSQL does; names that only differ in that are found all the same. */
export const folded = (token: Token) => (token.kind === 'word' ? token.text.toLowerCase() : token.text)

export function splitArguments(tokens: readonly Token[]): Token[][] {
  const args: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if ('([{'.includes(token.text)) depth += 1
    if (')]}'.includes(token.text)) depth -= 1
    if (token.text === ',' && depth === 0) args.push([])
    else args.at(-1)?.push(token)
  }
  return args.length === 1 && args[0]?.every(({ kind }) => kind === 'space') ? [] : args
}

/**
 * `isCast`: CAST stands before it. `isRows`: a function that makes rows. `isList`: what a SELECT shows is being read. `behind`: what
 * is to follow the bracket.
 */
export type Bracket = { isCast: boolean; isRows: boolean; isList: boolean; behind?: string }

const BEFORE_OPERAND = new Set(
  'select distinct all where and or not when then else by having on between in like ilike case limit offset is return'.split(
    ' ',
  ),
)

/** Whether an operator behind this text is one with a single operand. */
export const isBeforeOperand = (text: string) =>
  /^(?:|[([,]|[-+*/<>=~!@#%^&|`?]+)$/.test(text) || BEFORE_OPERAND.has(text.toLowerCase())

/** Functions that make rows. */
export const ROW_FUNCTIONS = new Set(['generate_series', 'unnest', 'generate_subscripts'])
/** Columns of the catalog whose places count from 0. */
export const VECTORS = new Set(['indkey', 'indclass', 'indoption', 'indcollation', 'proargtypes'])
/** BY behind one of these is no name. */
export const LEADS_TO_BY = new Set(['group', 'order', 'partition', 'distribute', 'cluster', 'increment'])
/** Commands of the engine's where a statement begins, and names everywhere else. */
export const COMMANDS = new Set(['show', 'describe', 'summarize'])
