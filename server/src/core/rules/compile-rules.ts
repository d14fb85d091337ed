import { checkCondition, valueTypeOf } from '../../engine/expressions/check-expression.ts'
import { type CheckedCondition, checkedCondition } from '../../engine/expressions/checked-condition.ts'
import { ExpressionError } from '../../engine/expressions/expression.ts'
import { refuseIfNoPattern } from '../../engine/expressions/pattern.ts'
import type { Typed } from '../../engine/expressions/typed-expression.ts'
import { type ColumnType, formatColumnType } from '../../engine/table/column-type.ts'
import type { Column } from '../../engine/table/table.ts'
import { parseValue } from '../../engine/values/values.ts'
import { originsOf, type Rule } from './rule.ts'

/** A rule against the columns that its table has at one version. */
export type CompiledRule = { index: number; columnIds: readonly number[]; test: RuleTest }

export type RuleTest =
  | { kind: 'condition'; condition: CheckedCondition }
  | { kind: 'unique' }
  | { kind: 'reference'; tableId: string; target: number; type: ColumnType }

/**
 * What of the rules can be broken by rows of these columns. A rule about a column that is not there now waits until it comes back.
 * Throws an ExpressionError for one that does not fit the types.
 */
export function compileRules(rules: readonly Rule[], columns: readonly Column[]): CompiledRule[] {
  const byOrigin = new Map(columns.map((column) => [column.origin, column]))
  return rules.flatMap((rule, index) => {
    const named = originsOf(rule).map((origin) => byOrigin.get(origin))
    const present = named.filter((column) => column !== undefined)
    if (present.length < named.length) return []
    return [{ index, columnIds: present.map(({ id }) => id), test: testOf(rule, present, byOrigin) }]
  })
}

function testOf(rule: Rule, [first]: readonly Column[], byOrigin: ReadonlyMap<number, Column>): RuleTest {
  switch (rule.kind) {
    case 'unique':
      return { kind: 'unique' }
    case 'row': {
      const columnOf = (origin: number) => {
        const column = byOrigin.get(origin)
        if (!column) throw new ExpressionError('names a column that is not there')
        return column
      }
      return { kind: 'condition', condition: checkCondition(rule.expression, columnOf) }
    }
    default:
      if (!first) throw new ExpressionError('names no column')
      if (rule.kind === 'reference')
        return { kind: 'reference', tableId: rule.tableId, target: rule.target, type: first.type }
      return { kind: 'condition', condition: checkedCondition(conditionOf(rule, first)) }
  }
}

const BOOLEAN = { kind: 'boolean' } as const

function conditionOf(rule: Exclude<Rule, { kind: 'unique' | 'row' | 'reference' }>, { id, type }: Column): Typed {
  const column: Typed = { kind: 'column', columnId: id, type: valueTypeOf(type) }
  switch (rule.kind) {
    case 'required':
      return { kind: 'is_null', of: column, isNegated: true, type: BOOLEAN }
    case 'pattern':
      if (type.name !== 'VARCHAR')
        throw new ExpressionError(`has a pattern for ${formatColumnType(type)}, which is no text`)
      refuseIfNoPattern(rule.pattern)
      return { kind: 'matches', of: column, pattern: rule.pattern, type: BOOLEAN }
    case 'range': {
      if (type.name === 'BOOLEAN' || type.name === 'JSON')
        throw new ExpressionError(`has a range for ${formatColumnType(type)}, which has no order`)
      const low = rule.min === null ? [] : [compared(column, '>=', type, rule.min)]
      const high = rule.max === null ? [] : [compared(column, '<=', type, rule.max)]
      return { kind: 'and', parts: [...low, ...high], type: BOOLEAN }
    }
    case 'one_of':
      if (type.name === 'JSON') throw new ExpressionError('has a list of values for JSON')
      return {
        kind: 'among',
        of: column,
        list: rule.values.map((value) => literal(column, type, value)),
        type: BOOLEAN,
      }
  }
}

function compared(left: Typed, op: '>=' | '<=', type: ColumnType, value: string): Typed {
  return { kind: 'compare', op, left, right: literal(left, type, value), type: BOOLEAN }
}

const literal = (beside: Typed, type: ColumnType, value: string): Typed => ({
  kind: 'literal',
  text: canonicalFor(type, value),
  type: beside.type,
})

/** A value of a rule as the column's type has it now. */
export function canonicalFor(type: ColumnType, value: unknown): string {
  const parsed = parseValue(type, value)
  if (!('text' in parsed) || parsed.text === null)
    throw new ExpressionError(`has a value that is no ${formatColumnType(type)}`)
  return parsed.text
}

/** The column that a reference is to; undefined when it is not there now. Throws where the two hold values of different types. */
export function referredColumn(
  { target, type }: RuleTest & { kind: 'reference' },
  columns: readonly Column[],
): Column | undefined {
  const found = columns.find(({ origin }) => origin === target)
  if (found && formatColumnType(found.type) !== formatColumnType(type))
    throw new ExpressionError(
      `refers to a column of type ${formatColumnType(found.type)}, where values are ${formatColumnType(type)}`,
    )
  return found
}
