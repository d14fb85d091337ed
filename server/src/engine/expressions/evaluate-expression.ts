import { assertState } from '../../platform/errors.ts'
import type { CheckedCondition } from './checked-condition.ts'
import { matchesPattern } from './pattern.ts'
import type { Typed, ValueType } from './typed-expression.ts'

/** An exact number is its digits without the point; its type says where that stands. All else is canonical text. */
type Value = bigint | number | boolean | string | null

/** Whether a row fulfils a condition; null: a value that is missing leaves it unknown. `cells`: canonical text by column id. */
export function evaluateCondition(condition: CheckedCondition, cellOf: CellOf): boolean | null {
  const value = evaluate(condition, cellOf, null)
  assertState(value === null || typeof value === 'boolean', 'a condition is true, false or unknown')
  return value
}

export type CellOf = (columnId: number) => string | null

/** `operand`: the value that the nearest test around is about. */
function evaluate(of: Typed, cellOf: CellOf, operand: Value): Value {
  switch (of.kind) {
    case 'column':
      return parsedCell(of.type, cellOf(of.columnId))
    case 'literal':
      return parsedCell(of.type, of.text)
    case 'and':
      return joined(of.parts, cellOf, operand, false)
    case 'or':
      return joined(of.parts, cellOf, operand, true)
    case 'is_null':
      return (evaluate(of.of, cellOf, operand) === null) !== of.isNegated
    case 'coalesce':
      for (const part of of.parts) {
        const value = evaluate(part, cellOf, operand)
        if (value !== null) return value
      }
      return null
    case 'among':
      return isAmong(evaluate(of.of, cellOf, operand), of.list)
    case 'once':
      return evaluate(of.test, cellOf, evaluate(of.of, cellOf, operand))
    case 'operand':
      return operand
    case 'compare':
    case 'arithmetic':
    case 'contains':
    case 'starts_with':
    case 'ends_with': {
      const [left, right] = [evaluate(of.left, cellOf, operand), evaluate(of.right, cellOf, operand)]
      return left === null || right === null ? null : ofTwo(of, left, right)
    }
    default: {
      const value = evaluate(of.of, cellOf, operand)
      return value === null ? null : ofOne(of, value)
    }
  }
}

/** `deciding`: the value that settles an AND or an OR, whatever else is unknown. */
function joined(parts: readonly Typed[], cellOf: CellOf, operand: Value, deciding: boolean): boolean | null {
  let isUnknown = false
  for (const part of parts) {
    const value = evaluate(part, cellOf, operand)
    if (value === deciding) return deciding
    if (value === null) isUnknown = true
  }
  return isUnknown ? null : !deciding
}

/** Lists are read once: rules ask the same few of every row. A literal that its type cannot hold leaves open what is not found. */
const LISTS = new WeakMap<readonly Typed[], ReadonlySet<Value>>()

function isAmong(value: Value, list: readonly Typed[]): boolean | null {
  if (value === null) return null
  const known = LISTS.get(list) ?? new Set(list.map((item) => evaluate(item, noCell, null)))
  LISTS.set(list, known)
  if (known.has(value)) return true
  return known.has(null) ? null : false
}

const noCell = () => null

type OfOne = Typed & {
  kind: 'not' | 'minus' | 'abs' | 'to_double' | 'rescale' | 'length' | 'year' | 'month' | 'day' | 'matches'
}
type OfTexts = Typed & { kind: 'contains' | 'starts_with' | 'ends_with' }

function ofOne(of: OfOne, value: NonNullable<Value>): Value {
  switch (of.kind) {
    case 'not':
      return !value
    case 'minus':
      return typeof value === 'bigint' ? -value : -Number(value)
    case 'abs':
      return typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(Number(value))
    case 'to_double':
      return Number(exactText(of.of.type, value))
    case 'rescale':
      return rescaled(of.of.type, of.type, value)
    case 'length':
      return BigInt([...String(value)].length)
    case 'year':
      return BigInt(String(value).slice(0, 4))
    case 'month':
      return BigInt(String(value).slice(5, 7))
    case 'day':
      return BigInt(String(value).slice(8, 10))
    case 'matches':
      return matchesPattern(of.pattern, String(value))
  }
}

function ofTwo(
  of: (Typed & { kind: 'compare' | 'arithmetic' }) | OfTexts,
  left: NonNullable<Value>,
  right: NonNullable<Value>,
): Value {
  switch (of.kind) {
    case 'compare':
      return holds(of.op, compare(left, right))
    case 'arithmetic':
      return computed(of, left, right)
    case 'contains':
      return String(left).includes(String(right))
    case 'starts_with':
      return String(left).startsWith(String(right))
    case 'ends_with':
      return String(left).endsWith(String(right))
  }
}

function parsedCell(type: ValueType, text: string | null): Value {
  if (text === null) return null
  switch (type.kind) {
    case 'exact':
      return BigInt(text.replace('.', ''))
    case 'double':
      return Number(text)
    case 'boolean':
      return text === 'true'
    default:
      return text
  }
}

/** Texts by their bytes in UTF-8, as DuckDB orders them; canonical dates and times are in order as texts. */
function compare(left: NonNullable<Value>, right: NonNullable<Value>): number {
  if (typeof left === 'string' && typeof right === 'string')
    return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right))
  return left === right ? 0 : left < right ? -1 : 1
}

function holds(op: '=' | '!=' | '<' | '<=' | '>' | '>=', order: number): boolean {
  switch (op) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

function computed({ op, type }: Typed & { kind: 'arithmetic' }, left: Value, right: Value): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    const result = op === '+' ? left + right : op === '-' ? left - right : left * right
    return within(type, result)
  }
  const [a, b] = [Number(left), Number(right)]
  const result = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : b === 0 ? Number.NaN : a / b
  return Number.isFinite(result) ? result : null
}

function rescaled(from: ValueType, to: ValueType, value: Value): Value {
  assertState(
    typeof value === 'bigint' && from.kind === 'exact' && to.kind === 'exact',
    'only exact numbers have a scale',
  )
  return within(to, value * 10n ** BigInt(to.scale - from.scale))
}

function within(type: ValueType, value: bigint): bigint | null {
  assertState(type.kind === 'exact', 'only exact numbers have digits')
  const limit = 10n ** BigInt(type.precision)
  return value < limit && value > -limit ? value : null
}

function exactText(type: ValueType, value: NonNullable<Value>): string {
  if (type.kind !== 'exact' || type.scale === 0) return String(value)
  const digits = String(value)
    .replace('-', '')
    .padStart(type.scale + 1, '0')
  const sign = typeof value === 'bigint' && value < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -type.scale)}.${digits.slice(-type.scale)}`
}
