import { ATTRIBUTE_PATTERN } from '../../platform/caller.ts'

/**
 * A closed language for conditions on one row: columns, literals, comparisons, arithmetic and a few functions. It has no
 * subqueries, no loops and nothing that depends on the time of day, so that a condition costs little and means the same
 * wherever it is asked: in a node for a row, in DuckDB for a table.
 *
 * `Ref` says which column is meant: its name as it was written, its origin as it is kept.
 */
export type Expression<Ref> =
  | { kind: 'column'; column: Ref }
  | { kind: 'number'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'and' | 'or'; parts: readonly Expression<Ref>[] }
  | { kind: 'not' | 'minus'; of: Expression<Ref> }
  | { kind: 'is_null'; of: Expression<Ref>; isNegated: boolean }
  | { kind: 'compare'; op: Comparison; left: Expression<Ref>; right: Expression<Ref> }
  | { kind: 'arithmetic'; op: Arithmetic; left: Expression<Ref>; right: Expression<Ref> }
  | { kind: 'in'; of: Expression<Ref>; list: readonly Expression<Ref>[]; isNegated: boolean }
  | { kind: 'between'; of: Expression<Ref>; low: Expression<Ref>; high: Expression<Ref>; isNegated: boolean }
  | { kind: 'call'; name: FunctionName; args: readonly Expression<Ref>[] }
  /** Who asks: for policies about rows alone, which put values in its place before anything is computed. */
  | { kind: 'caller'; attribute: CallerAttribute }

/** `roles` stands behind `in` alone; an attribute that an admin gave, or that a table maps addresses to, there or anywhere. */
export type CallerAttribute = 'email' | 'roles' | `attributes.${string}`

const GIVEN = 'attributes.'

export const callerAttribute = (name: string): CallerAttribute | undefined => {
  if (name === 'email' || name === 'roles') return name
  const given = name.startsWith(GIVEN) ? name.slice(GIVEN.length) : ''
  return new RegExp(ATTRIBUTE_PATTERN).test(given) ? `attributes.${given}` : undefined
}

/** What stands alone behind `in` is a list of values: of roles, or of an attribute. An address is one value. */
export function callerListIn<Ref>(list: readonly Expression<Ref>[]): CallerAttribute | undefined {
  const [first, ...others] = list
  return first?.kind === 'caller' && first.attribute !== 'email' && others.length === 0 ? first.attribute : undefined
}

/** The name of an attribute that is given to callers; undefined for what every user has. */
export const givenName = (attribute: CallerAttribute): string | undefined =>
  attribute.startsWith(GIVEN) ? attribute.slice(GIVEN.length) : undefined

export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]
export type Arithmetic = '+' | '-' | '*' | '/'

export const FUNCTIONS = [
  'length', 'matches', 'contains', 'starts_with', 'ends_with', 'abs', 'coalesce', 'year', 'month', 'day',
] as const // biome-ignore format: a list
export type FunctionName = (typeof FUNCTIONS)[number]

/** What is wrong with an expression, and where: characters from its beginning. */
export class ExpressionError extends Error {
  readonly at: number | null

  constructor(message: string, at: number | null = null) {
    super(message)
    this.at = at
  }
}

/** The same expression about columns that are named another way. */
export function mapColumns<A, B>(expression: Expression<A>, to: (column: A) => B): Expression<B> {
  const map = (part: Expression<A>) => mapColumns(part, to)
  switch (expression.kind) {
    case 'column':
      return { kind: 'column', column: to(expression.column) }
    case 'number':
    case 'text':
    case 'boolean':
    case 'caller':
      return expression
    case 'and':
    case 'or':
      return { kind: expression.kind, parts: expression.parts.map(map) }
    case 'not':
    case 'minus':
      return { kind: expression.kind, of: map(expression.of) }
    case 'is_null':
      return { ...expression, of: map(expression.of) }
    case 'compare':
      return { ...expression, left: map(expression.left), right: map(expression.right) }
    case 'arithmetic':
      return { ...expression, left: map(expression.left), right: map(expression.right) }
    case 'in':
      return { ...expression, of: map(expression.of), list: expression.list.map(map) }
    case 'between':
      return { ...expression, of: map(expression.of), low: map(expression.low), high: map(expression.high) }
    case 'call':
      return { ...expression, args: expression.args.map(map) }
  }
}

/** The expressions that one is made of, each once. */
export function partsOf<Ref>(expression: Expression<Ref>): readonly Expression<Ref>[] {
  switch (expression.kind) {
    case 'column':
    case 'number':
    case 'text':
    case 'boolean':
    case 'caller':
      return []
    case 'and':
    case 'or':
      return expression.parts
    case 'not':
    case 'minus':
    case 'is_null':
      return [expression.of]
    case 'compare':
    case 'arithmetic':
      return [expression.left, expression.right]
    case 'in':
      return [expression.of, ...expression.list]
    case 'between':
      return [expression.of, expression.low, expression.high]
    case 'call':
      return expression.args
  }
}

export function columnsIn<Ref>(expression: Expression<Ref>): Ref[] {
  const found = new Set<Ref>()
  mapColumns(expression, (column) => void found.add(column))
  return [...found]
}
