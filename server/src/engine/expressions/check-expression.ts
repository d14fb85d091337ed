import type { ColumnType } from '../table/column-type.ts'
import { parseValue } from '../values/values.ts'
import { type CheckedCondition, checkedCondition, refuseIfTooLarge } from './checked-condition.ts'
import { type Arithmetic, type Comparison, type Expression, ExpressionError } from './expression.ts'
import { refuseIfNoPattern } from './pattern.ts'
import type { Typed, ValueType } from './typed-expression.ts'

export type ExpressionColumn = { id: number; name: string; type: ColumnType }

const MOST_DIGITS = 38
const BOOLEAN = { kind: 'boolean' } as const
const DOUBLE = { kind: 'double' } as const
const WHOLE = { kind: 'exact', precision: 10, scale: 0 } as const

/** A condition: true, false or unknown for every row. Throws an ExpressionError that says what does not fit. */
export function checkCondition(expression: Expression<number>, columnOf: ColumnOf): CheckedCondition {
  refuseIfTooLarge(expression)
  const typed = check(expression, columnOf)
  if (typed.type.kind !== 'boolean')
    throw new ExpressionError(`is ${nameOf(typed.type)}, where a condition is expected that is true or false`)
  return checkedCondition(typed)
}

type ColumnOf = (id: number) => ExpressionColumn

function check(expression: Expression<number>, columnOf: ColumnOf): Typed {
  const each = (part: Expression<number>) => check(part, columnOf)
  switch (expression.kind) {
    case 'column': {
      const { id, type } = columnOf(expression.column)
      return { kind: 'column', columnId: id, type: valueTypeOf(type) }
    }
    case 'number':
      return exactLiteral(expression.text)
    case 'text':
      return textLiteral(expression.text)
    case 'boolean':
      return { kind: 'literal', text: String(expression.value), type: BOOLEAN }
    case 'caller':
      throw new ExpressionError(`asks for user.${expression.attribute}, which has no value here`)
    case 'and':
    case 'or':
      return { kind: expression.kind, parts: expression.parts.map((part) => condition(each(part))), type: BOOLEAN }
    case 'not':
      return { kind: 'not', of: condition(each(expression.of)), type: BOOLEAN }
    case 'minus': {
      const of = numeric(each(expression.of))
      return { kind: 'minus', of, type: of.type }
    }
    case 'is_null':
      return { kind: 'is_null', of: each(expression.of), isNegated: expression.isNegated, type: BOOLEAN }
    case 'compare':
      return compared(expression.op, each(expression.left), each(expression.right))
    case 'arithmetic':
      return arithmetic(expression.op, numeric(each(expression.left)), numeric(each(expression.right)))
    case 'in': {
      const list = expression.list.map((item) => {
        if (item.kind !== 'number' && item.kind !== 'text' && item.kind !== 'boolean')
          throw new ExpressionError('has a list of other things than values')
        return each(item)
      })
      return negatedIf(
        expression.isNegated,
        withOperand(each(expression.of), (of) => among(of, list)),
      )
    }
    case 'between': {
      const [low, high] = [each(expression.low), each(expression.high)]
      const within = (of: Typed): Typed => ({
        kind: 'and',
        parts: [compared('>=', of, low), compared('<=', of, high)],
        type: BOOLEAN,
      })
      return negatedIf(expression.isNegated, withOperand(each(expression.of), within))
    }
    case 'call':
      return call(expression, each)
  }
}

function compared(op: Comparison, one: Typed, other: Typed): Typed {
  const [left, right] = alike(one, other)
  return { kind: 'compare', op, left, right, type: BOOLEAN }
}

const negatedIf = (isNegated: boolean, of: Typed): Typed => (isNegated ? { kind: 'not', of, type: BOOLEAN } : of)

/** A test of a value that is computed once, whatever the test asks of it. */
function withOperand(of: Typed, test: (operand: Typed) => Typed): Typed {
  if (of.kind === 'column' || of.kind === 'literal') return test(of)
  return { kind: 'once', of, test: test({ kind: 'operand', type: of.type }), type: BOOLEAN }
}

/** Values of one type stand in one list. */
function among(of: Typed, list: readonly Typed[]): Typed {
  const lists = new Map<string, { of: Typed; list: Typed[] }>()
  for (const item of list) {
    const [left, right] = alike(of, item)
    const key = JSON.stringify(left.type)
    const known = lists.get(key)
    if (known) known.list.push(right)
    else lists.set(key, { of: left, list: [right] })
  }
  const parts = [...lists.values()].map((each): Typed => ({ kind: 'among', ...each, type: BOOLEAN }))
  const [only, ...others] = parts
  return only && others.length === 0 ? only : { kind: 'or', parts, type: BOOLEAN }
}

function call(expression: Expression<number> & { kind: 'call' }, each: (part: Expression<number>) => Typed): Typed {
  const { name, args } = expression
  const wanted = name === 'matches' || name === 'contains' || name === 'starts_with' || name === 'ends_with' ? 2 : 1
  if (name === 'coalesce') return coalesce(args.map(each))
  const [first, second] = args
  if (args.length !== wanted || !first)
    throw new ExpressionError(`gives ${name} ${args.length} values, where it takes ${wanted}`)
  switch (name) {
    case 'length':
      return { kind: name, of: text(each(first), name), type: WHOLE }
    case 'matches': {
      if (second?.kind !== 'text') throw new ExpressionError('gives matches a pattern that is no text in quotes')
      refuseIfNoPattern(second.text)
      return { kind: name, of: text(each(first), name), pattern: second.text, type: BOOLEAN }
    }
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      if (!second) throw new ExpressionError(`gives ${name} one value`)
      return { kind: name, left: text(each(first), name), right: text(each(second), name), type: BOOLEAN }
    case 'abs': {
      const of = numeric(each(first))
      return { kind: name, of, type: of.type }
    }
    case 'year':
    case 'month':
    case 'day': {
      const of = each(first)
      if (of.type.kind !== 'date' && of.type.kind !== 'timestamp')
        throw new ExpressionError(`asks for the ${name} of ${nameOf(of.type)}`)
      return { kind: name, of, type: WHOLE }
    }
  }
}

export function valueTypeOf(type: ColumnType): ValueType {
  switch (type.name) {
    case 'INTEGER':
      return WHOLE
    case 'BIGINT':
      return { kind: 'exact', precision: 19, scale: 0 }
    case 'DECIMAL':
      return { kind: 'exact', precision: type.precision, scale: type.scale }
    case 'DOUBLE':
      return DOUBLE
    case 'VARCHAR':
      return { kind: 'text' }
    case 'BOOLEAN':
      return BOOLEAN
    case 'DATE':
      return { kind: 'date' }
    case 'TIME':
      return { kind: 'time' }
    case 'TIMESTAMP':
      return { kind: 'timestamp' }
    case 'TIMESTAMPTZ':
      return { kind: 'timestamptz' }
    case 'UUID':
      return { kind: 'uuid' }
    case 'JSON':
      return { kind: 'json' }
  }
}

function exactLiteral(written: string): Typed {
  const [whole = '', decimals = ''] = written.replace('-', '').split('.')
  const digits = whole.replace(/^0+(?=.)/, '')
  const scale = decimals.length
  const precision = Math.max(digits === '0' ? 0 : digits.length, 0) + scale
  if (precision > MOST_DIGITS) throw new ExpressionError(`has a number of more than ${MOST_DIGITS} digits`)
  const sign = written.startsWith('-') ? '-' : ''
  const canonical = `${sign}${digits}${scale > 0 ? `.${decimals}` : ''}`
  return { kind: 'literal', text: canonical, type: { kind: 'exact', precision: Math.max(precision, 1), scale } }
}

function textLiteral(written: string): Typed {
  const parsed = parseValue({ name: 'VARCHAR' }, written)
  if (!('text' in parsed) || parsed.text === null) throw new ExpressionError('has a text that no cell can hold')
  return { kind: 'literal', text: parsed.text, type: { kind: 'text' } }
}

function condition(of: Typed): Typed {
  if (of.type.kind !== 'boolean') throw new ExpressionError(`has ${nameOf(of.type)} where a condition is expected`)
  return of
}

function numeric(of: Typed): Typed {
  if (of.type.kind !== 'exact' && of.type.kind !== 'double')
    throw new ExpressionError(`has ${nameOf(of.type)} where a number is expected`)
  return of
}

function text(of: Typed, name: string): Typed {
  if (of.type.kind !== 'text') throw new ExpressionError(`gives ${name} ${nameOf(of.type)} where it takes a text`)
  return of
}

const COLUMN_TYPES = {
  date: { name: 'DATE' },
  time: { name: 'TIME' },
  timestamp: { name: 'TIMESTAMP' },
  timestamptz: { name: 'TIMESTAMPTZ' },
  uuid: { name: 'UUID' },
} as const

/** Both as one type, so that they can be compared. */
function alike(left: Typed, right: Typed): [Typed, Typed] {
  if (left.type.kind === 'json' || right.type.kind === 'json')
    throw new ExpressionError('compares JSON, which has no order')
  if (left.type.kind === 'exact' && right.type.kind === 'exact') {
    const type = commonExact(left.type, right.type, 0)
    return [rescale(left, type), rescale(right, type)]
  }
  if (isNumber(left) && isNumber(right)) return [toDouble(left), toDouble(right)]
  if (left.type.kind === right.type.kind) return [left, right]
  const [asLeft, asRight] = [literalAs(right, left.type), literalAs(left, right.type)]
  if (asLeft) return [left, asLeft]
  if (asRight) return [asRight, right]
  throw new ExpressionError(`compares ${nameOf(left.type)} with ${nameOf(right.type)}`)
}

/** A text in quotes is a date beside a date, and so on. */
function literalAs(literal: Typed, type: ValueType): Typed | null {
  if (literal.kind !== 'literal' || literal.type.kind !== 'text') return null
  if (type.kind === 'exact' || type.kind === 'double' || type.kind === 'text' || type.kind === 'boolean') return null
  if (type.kind === 'json') return null
  const parsed = parseValue(COLUMN_TYPES[type.kind], literal.text)
  if (!('text' in parsed) || parsed.text === null)
    throw new ExpressionError(`has '${literal.text}', which is no ${COLUMN_TYPES[type.kind].name}`)
  return { kind: 'literal', text: parsed.text, type }
}

type Exact = ValueType & { kind: 'exact' }

/** `more`: digits before the point that a sum may need. */
function commonExact(a: Exact, b: Exact, more: number): Exact {
  const scale = Math.max(a.scale, b.scale)
  const whole = Math.max(a.precision - a.scale, b.precision - b.scale) + more
  return { kind: 'exact', precision: Math.min(MOST_DIGITS, Math.max(1, whole + scale)), scale }
}

const isNumber = ({ type }: Typed) => type.kind === 'exact' || type.kind === 'double'

const toDouble = (of: Typed): Typed => (of.type.kind === 'double' ? of : { kind: 'to_double', of, type: DOUBLE })

const rescale = (of: Typed, type: Exact): Typed =>
  of.type.kind === 'exact' && of.type.scale === type.scale && of.type.precision === type.precision
    ? of
    : { kind: 'rescale', of, type }

function arithmetic(op: Arithmetic, left: Typed, right: Typed): Typed {
  const [a, b] = [left.type, right.type]
  if (op === '/' || a.kind !== 'exact' || b.kind !== 'exact')
    return { kind: 'arithmetic', op, left: toDouble(left), right: toDouble(right), type: DOUBLE }
  if (op === '*') {
    const scale = a.scale + b.scale
    if (scale > MOST_DIGITS)
      throw new ExpressionError(`multiplies numbers of ${a.scale} and ${b.scale} decimals; ${MOST_DIGITS} are possible`)
    const type = { kind: 'exact', precision: Math.min(MOST_DIGITS, a.precision + b.precision), scale } as const
    return { kind: 'arithmetic', op, left, right, type }
  }
  const type = commonExact(a, b, 1)
  return { kind: 'arithmetic', op, left: rescale(left, type), right: rescale(right, type), type }
}

function coalesce(parts: readonly Typed[]): Typed {
  const [first, ...others] = parts
  if (!first) throw new ExpressionError('gives coalesce nothing')
  let whole = first
  for (const part of others) {
    const [left, right] = alike(whole, part)
    whole = { kind: 'coalesce', parts: [left, right], type: left.type }
  }
  return whole
}

const NAMES = {
  exact: 'a number',
  double: 'a number',
  text: 'a text',
  boolean: 'true or false',
  date: 'a date',
  time: 'a time',
  timestamp: 'a date with a time',
  timestamptz: 'a moment',
  uuid: 'a UUID',
  json: 'JSON',
}

const nameOf = ({ kind }: ValueType) => NAMES[kind]
