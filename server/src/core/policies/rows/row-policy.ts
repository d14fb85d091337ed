import { hash } from 'node:crypto'
import { checkCondition } from '../../../engine/expressions/check-expression.ts'
import { evaluateCondition } from '../../../engine/expressions/evaluate-expression.ts'
import { evaluationCost, MOST_ROW_COST } from '../../../engine/expressions/evaluation-cost.ts'
import {
  type CallerAttribute,
  callerListIn,
  columnsIn,
  type Expression,
  ExpressionError,
  givenName,
  partsOf,
} from '../../../engine/expressions/expression.ts'
import type { RowFilter } from '../../../engine/table/row-filter.ts'
import type { RoleSet } from '../caller-roles.ts'

/** Which rows of a table its callers see. The condition names columns by origin, and attributes of the caller. */
export type RowPolicy = {
  tableId: string
  condition: Condition
  mapping?: Mapping | null
  /** Editors may insert rows that they do not see, and move rows out of their sight. */
  mayWriteUnseen?: boolean
}
export type Condition = Expression<number>

/** A table in which an address has values: its column of addresses, and of each attribute, by their origins. */
export type Mapping = { tableId: string; email: number; attributes: Readonly<Record<string, number>> }

/** Values by the name of the attribute. What is not here is not known, which is not the same as no value. */
export type Attributes = Readonly<Record<string, readonly string[]>>

/** `email`: in lower case, and only where its user has proven to hold it. `attributes`: as an admin gave them. */
export type FilterCaller = {
  email: string | null
  roleSets: readonly RoleSet[]
  attributes: Attributes
  /** What mapping tables have for their address, by the table that the policy is of. */
  mapped: ReadonlyMap<string, Attributes>
  /** They may change policies. */
  isGovernor: boolean
}

/** The filter of a caller; undefined where the condition is true for all rows. Of several sets of roles each must show a row. */
export function filterFor(
  condition: Condition,
  { email, roleSets, attributes }: Pick<FilterCaller, 'email' | 'roleSets' | 'attributes'>,
): RowFilter | undefined {
  const parts = roleSets.map((roles) => boundTo(condition, { email, roles: [...new Set(roles)].sort(), attributes }))
  const [only, ...others] = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
  const whole = simplified(others.length === 0 && only ? only : { kind: 'and', parts })
  // A caller without an address cannot be compared with one, nor by an attribute that is not known of them.
  const bound: Condition = asksForCaller(whole) ? NO_ROWS : whole
  return isTrue(bound) ? undefined : namedFilter(bound)
}

export const namedFilter = (condition: Condition): RowFilter => ({
  name: hash('sha256', JSON.stringify(condition)),
  condition,
})

const NO_ROWS = { kind: 'boolean', value: false } as const

/** Of a table that is closed: should a door forget to ask, it has nothing to show. */
export const CLOSED: RowFilter = { name: 'closed', condition: NO_ROWS }

export const asksForEmail = (condition: Condition) => attributesIn(condition).has('email')

/** Whether it asks for more of a caller than their roles. */
export const asksForUser = (condition: Condition) => asksForEmail(condition) || givenNamesIn(condition).length > 0

const asksForCaller = (condition: Condition) => attributesIn(condition).size > 0

/** Names of the attributes that a condition asks for, of those that are given to callers. */
export const givenNamesIn = (condition: Condition): string[] =>
  [...attributesIn(condition)].flatMap((attribute) => givenName(attribute) ?? [])

function attributesIn(condition: Condition): ReadonlySet<CallerAttribute> {
  const found = new Set<CallerAttribute>()
  walk(condition, (part) => {
    if (part.kind === 'caller') found.add(part.attribute)
  })
  return found
}

function walk(part: Condition, see: (part: Condition) => void) {
  see(part)
  for (const inner of partsOf(part)) walk(inner, see)
}

type Bound = { email: string | null; roles: readonly string[]; attributes: Attributes }

/** One value, where there is exactly one. */
function oneValue(attribute: CallerAttribute, { email, attributes }: Bound): string | null {
  const name = givenName(attribute)
  if (name === undefined) return attribute === 'email' ? email : null
  const [only, ...others] = valuesOf(attributes, name) ?? []
  return only !== undefined && others.length === 0 ? only : null
}

const valuesOf = (attributes: Attributes, name: string) =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined

/** With values in the place of what it asks of the caller, and without the parts that these decide. */
function boundTo(part: Condition, caller: Bound): Condition {
  const bind = (inner: Condition) => boundTo(inner, caller)
  switch (part.kind) {
    case 'caller': {
      const text = oneValue(part.attribute, caller)
      return text === null ? part : { kind: 'text', text }
    }
    case 'and':
    case 'or':
      return simplified({ kind: part.kind, parts: part.parts.map(bind) })
    case 'not':
    case 'minus':
    case 'is_null':
      return simplified({ ...part, of: bind(part.of) })
    case 'compare':
    case 'arithmetic':
      return simplified({ ...part, left: bind(part.left), right: bind(part.right) })
    case 'in':
      return simplified(boundList({ ...part, of: bind(part.of) }, caller, bind))
    case 'between':
      return simplified({ ...part, of: bind(part.of), low: bind(part.low), high: bind(part.high) })
    case 'call':
      return simplified({ ...part, args: part.args.map(bind) })
    default:
      return part
  }
}

/** The same with values of a caller, decided or not: to see whether it can be computed at all. */
export function exampleOf(part: Condition): Condition {
  switch (part.kind) {
    case 'caller':
      return { kind: 'text', text: 'user@example.org' }
    case 'and':
    case 'or':
      return { kind: part.kind, parts: part.parts.map(exampleOf) }
    case 'not':
    case 'minus':
    case 'is_null':
      return { ...part, of: exampleOf(part.of) }
    case 'compare':
    case 'arithmetic':
      return { ...part, left: exampleOf(part.left), right: exampleOf(part.right) }
    case 'in':
      return { ...part, of: exampleOf(part.of), list: part.list.map(exampleOf) }
    case 'between':
      return { ...part, of: exampleOf(part.of), low: exampleOf(part.low), high: exampleOf(part.high) }
    case 'call':
      return { ...part, args: part.args.map(exampleOf) }
    default:
      return part
  }
}

/** Nothing is in a list of no values. What is not known stays, and shows nothing. */
function boundList(
  part: Condition & { kind: 'in' },
  { roles, attributes }: Bound,
  bind: (inner: Condition) => Condition,
): Condition {
  const attribute = callerListIn(part.list)
  if (attribute === undefined) return { ...part, list: part.list.map(bind) }
  const name = givenName(attribute)
  const values = name === undefined ? roles : valuesOf(attributes, name)
  if (values === undefined) return part
  if (values.length === 0) return { kind: 'boolean', value: part.isNegated }
  return { ...part, list: [...new Set(values)].sort().map((text) => ({ kind: 'text', text })) }
}

const isTrue = (part: Condition) => part.kind === 'boolean' && part.value
const isFalse = (part: Condition) => part.kind === 'boolean' && !part.value

/** As SQL has it: what is unknown stays, as it may be decided by the rest. */
function simplified(part: Condition): Condition {
  switch (part.kind) {
    case 'and':
    case 'or':
      return joined(part)
    case 'not':
      return part.of.kind === 'boolean' ? { kind: 'boolean', value: !part.of.value } : part
    case 'compare':
    case 'in':
    case 'between':
    case 'is_null':
    case 'call':
      return decided(part) ?? part
    default:
      return part
  }
}

function joined({ kind, parts }: Condition & { kind: 'and' | 'or' }): Condition {
  const [isDeciding, isIdle] = kind === 'and' ? [isFalse, isTrue] : [isTrue, isFalse]
  const deciding = parts.find(isDeciding)
  if (deciding) return deciding
  const [first, ...others] = parts.filter((part) => !isIdle(part))
  if (!first) return { kind: 'boolean', value: kind === 'and' }
  return others.length === 0 ? first : { kind, parts: [first, ...others] }
}

/** What names no column is the same for every row. Where it costs too much here, the engine computes it. */
function decided(part: Condition): Condition | undefined {
  if (columnsIn(part).length > 0 || asksForCaller(part)) return undefined
  try {
    const condition = checkCondition(part, noColumn)
    if (evaluationCost(condition, () => 0) > MOST_ROW_COST) return undefined
    const value = evaluateCondition(condition, () => null)
    return value === null ? undefined : { kind: 'boolean', value }
  } catch (error) {
    // It is no condition, but a value in one.
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

const noColumn = (): never => {
  throw new ExpressionError('names a column')
}
