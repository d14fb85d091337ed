import type { Comparison, Expression, FunctionName } from '../../../engine/reading/expression-sql.ts'
import { invalidOData } from '../odata.errors.ts'
import { callFunction } from './functions.ts'
import { literalValue } from './literal.ts'
import type { Parsed } from './parse-expression.ts'
import { EDM_WORDS, familyOf, isMoment, isNumber, type Typed, type ValueType } from './value-type.ts'

/** What names stand for, and the moment that `now()` is. */
export type Scope = { option: string; find: (name: string) => Typed | undefined; now: Date }

/** Looks names up and checks types. Only what it lets through becomes SQL. */
export function typeExpression(parsed: Parsed, scope: Scope): Typed {
  switch (parsed.kind) {
    case 'name':
      return named(parsed.name, parsed.at, scope)
    case 'literal': {
      const value = literalValue(parsed.form, parsed.text)
      if (!value) throw invalidOData(`${parsed.text} does not exist.`, scope.option, parsed.at)
      return value
    }
    case 'and':
    case 'or':
      return { value: { kind: parsed.kind, parts: parsed.parts.map((part) => truth(part, scope)) }, type: 'boolean' }
    case 'not':
      return { value: call('not', truth(parsed.part, scope)), type: 'boolean' }
    case 'negate': {
      const part = numeric(parsed.part, scope)
      return { value: call('negate', part.value), type: part.type }
    }
    case 'in':
      return isAmong(parsed, scope)
    case 'binary':
      return binary(parsed, scope)
    case 'call':
      return callFunction(
        parsed,
        parsed.args.map((arg) => typeExpression(arg, scope)),
        scope,
      )
  }
}

/** A condition: true, false or, where a NULL comes in, unknown. */
export function truth(parsed: Parsed, scope: Scope): Expression {
  const { value, type } = typeExpression(parsed, scope)
  if (type !== 'boolean' && type !== 'null') throw mismatch(parsed.at, scope, 'a condition', type)
  return value
}

function named(name: string, at: number, { option, find }: Scope): Typed {
  const found = find(name)
  if (!found) throw invalidOData(`There is no property '${name}'.`, option, at)
  return found
}

const call = (name: FunctionName, ...args: Expression[]): Expression => ({ kind: 'call', function: name, args })

function isAmong({ value, items, at }: Extract<Parsed, { kind: 'in' }>, scope: Scope): Typed {
  if (items.length === 0) throw invalidOData('A list of values is expected.', scope.option, at)
  const left = typeExpression(value, scope)
  const isPlain = left.value.kind === 'column' || left.value.kind === 'value' || left.value.kind === 'null'
  const operand: Typed = isPlain ? left : { value: { kind: 'operand' }, type: left.type }
  const test = anyOf(items.map((item) => compare('eq', operand, typeExpression(item, scope), item.at, scope)))
  return { value: isPlain ? test : { kind: 'once', value: left.value, test }, type: 'boolean' }
}

/** Comparisons of the same with values of one type become one list. */
function anyOf(comparisons: readonly Expression[]): Expression {
  const lists = new Map<string, { value: Expression; list: Value[] }>()
  const parts: Expression[] = []
  for (const comparison of comparisons) {
    if (comparison.kind !== 'compare' || comparison.right.kind !== 'value') {
      parts.push(comparison)
      continue
    }
    const { left: value, right } = comparison
    const key = JSON.stringify([value, right.type])
    const known = lists.get(key)
    if (known) known.list.push(right)
    else lists.set(key, { value, list: [right] })
  }
  return { kind: 'or', parts: [...parts, ...[...lists.values()].map((each) => ({ kind: 'among', ...each }) as const)] }
}

type Value = Extract<Expression, { kind: 'value' }>

const OPERATORS: Readonly<Record<string, FunctionName>> = {
  add: 'add',
  sub: 'subtract',
  mul: 'multiply',
  div: 'divide',
  divby: 'divide',
  mod: 'modulo',
}

function binary({ operator, left, right, at }: Extract<Parsed, { kind: 'binary' }>, scope: Scope): Typed {
  const arithmetic = OPERATORS[operator]
  if (arithmetic) return compute(operator, arithmetic, numeric(left, scope), numeric(right, scope))
  // Safe: the parser knows no operators but those of arithmetic and comparisons.
  const comparison = operator as Comparison
  return {
    value: compare(comparison, typeExpression(left, scope), typeExpression(right, scope), at, scope),
    type: 'boolean',
  }
}

/** Whole numbers are computed with digits to spare; a division of two of them has no remainder. */
function compute(operator: string, name: FunctionName, left: Typed, right: Typed): Typed {
  const isWhole = left.type === 'int' && right.type === 'int'
  const isDivision = name === 'divide'
  if (isWhole) {
    const spare = [left, right].map(({ value }): Expression => ({ kind: 'cast', value, to: 'HUGEINT' }))
    if (operator !== 'divby') return { value: call(isDivision ? 'divide_whole' : name, ...spare), type: 'int' }
    return { value: call(name, ...spare), type: 'double' }
  }
  const isDouble = isDivision || left.type === 'double' || right.type === 'double'
  return { value: call(name, left.value, right.value), type: isDouble ? 'double' : 'decimal' }
}

function numeric(parsed: Parsed, scope: Scope): Typed {
  const typed = typeExpression(parsed, scope)
  if (typed.type === 'null')
    return { value: { kind: 'cast', value: typed.value, to: { name: 'INTEGER' } }, type: 'int' }
  if (!isNumber(typed.type)) throw mismatch(parsed.at, scope, 'a number', typed.type)
  return typed
}

function compare(operator: Comparison, left: Typed, right: Typed, at: number, scope: Scope): Expression {
  const isOrdering = operator !== 'eq' && operator !== 'ne'
  const hasNull = left.type === 'null' || right.type === 'null'
  if (!hasNull && familyOf(left.type) !== familyOf(right.type))
    throw mismatch(at, scope, `${EDM_WORDS[left.type]} beside it`, right.type)
  if (isOrdering && !hasNull && (left.type === 'boolean' || left.type === 'guid'))
    throw mismatch(at, scope, 'something that has an order', left.type)
  // Nothing is less or greater than null.
  if (isOrdering && hasNull) return { kind: 'value', text: 'false', type: { name: 'BOOLEAN' } }
  const [one, other] = aligned(left, right)
  return { kind: 'compare', operator, left: one, right: other }
}

/** A literal moment takes the zone of what it is compared with; of two columns the one with a zone is taken to UTC. */
function aligned(left: Typed, right: Typed): [Expression, Expression] {
  if (!isMoment(left.type) || !isMoment(right.type) || left.type === right.type) return [left.value, right.value]
  const away = (typed: Typed, other: Typed): Expression => {
    if (typed.type === 'moment' && typed.value.kind === 'value')
      return { ...typed.value, text: `${typed.value.text}Z`, type: { name: 'TIMESTAMPTZ' } }
    if (typed.type === 'zoned' && other.value.kind !== 'value') return call('in_utc', typed.value)
    return typed.value
  }
  return [away(left, right), away(right, left)]
}

export const mismatch = (at: number, { option }: Scope, expected: string, type: ValueType) =>
  invalidOData(`This must be ${expected}; it is ${EDM_WORDS[type]}.`, option, at)
