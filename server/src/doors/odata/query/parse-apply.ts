import { foldedName } from '../../../core/reading/open-readable-tables.ts'
import type { Expression } from '../../../engine/reading/expression-sql.ts'
import { type Measure, ROW_MEASURES, type RowMeasure, type RowStep } from '../../../engine/reading/rows-sql.ts'
import { invalidOData, unsupportedOData } from '../odata.errors.ts'
import { ExpressionParser } from './parse-expression.ts'
import { type RowShape, type ShapeColumn, scopeOf } from './row-shape.ts'
import { TokenReader } from './tokens.ts'
import { mismatch, truth, typeExpression } from './type-expression.ts'
import { isNumber, type Typed } from './value-type.ts'

const OPTION = '$apply'

export type Applied = { steps: RowStep[]; shape: RowShape }

/** `$apply`: filters, groups and aggregates, one after another. */
export function parseApply(text: string, shape: RowShape, now: Date): Applied {
  const reader = new TokenReader(OPTION, text)
  let applied: Applied = { steps: [], shape }
  do {
    const { steps, shape: next } = transformation(reader, applied.shape, now)
    applied = { steps: [...applied.steps, ...steps], shape: next }
  } while (reader.takes('/'))
  reader.expectEnd()
  return applied
}

function transformation(reader: TokenReader, shape: RowShape, now: Date): Applied {
  const { text: name } = reader.expectName()
  if (name === 'identity') return { steps: [], shape }
  if (name === 'filter') {
    reader.expect('(')
    const condition = truth(new ExpressionParser(reader).parse(), scopeOf(shape, OPTION, now))
    reader.expect(')')
    return { steps: [{ kind: 'filter', condition }], shape }
  }
  if (name === 'aggregate') return grouped([], aggregate(reader, shape, now))
  if (name !== 'groupby') throw unsupportedOData(`The transformation ${name}`)
  return groupBy(reader, shape, now)
}

function groupBy(reader: TokenReader, shape: RowShape, now: Date): Applied {
  reader.expect('(')
  reader.expect('(')
  const keys: ShapeColumn[] = []
  do {
    const { text: name, at } = reader.expectName()
    if (name === 'rollup') throw unsupportedOData('rollup')
    const found = shape.columns.find((column) => column.name === name)
    if (!found) throw invalidOData(`There is no property '${name}'.`, OPTION, at)
    if (keys.includes(found)) throw invalidOData(`'${name}' is named twice.`, OPTION, at)
    keys.push(found)
  } while (reader.takes(','))
  reader.expect(')')
  let measures: Measured[] = []
  if (reader.takes(',')) {
    const { text: name } = reader.expectName()
    if (name !== 'aggregate') throw unsupportedOData(`${name} inside of groupby`)
    measures = aggregate(reader, shape, now)
  }
  reader.expect(')')
  return grouped(keys, measures)
}

type Measured = { measure: Measure; column: ShapeColumn; at: number }

function grouped(keys: readonly ShapeColumn[], measures: readonly Measured[]): Applied {
  const names = new Set(keys.map(({ name }) => foldedName(name)))
  for (const { measure, at } of measures) {
    if (names.has(foldedName(measure.as))) throw invalidOData(`'${measure.as}' is the name of another one.`, OPTION, at)
    names.add(foldedName(measure.as))
  }
  const step: RowStep = {
    kind: 'group',
    keys: keys.map(({ name, value }) => ({ value, as: name })),
    measures: measures.map(({ measure }) => measure),
  }
  const columns = [
    ...keys.map(({ name, type }): ShapeColumn => ({ name, value: { kind: 'column', name }, type })),
    ...measures.map(({ column }) => column),
  ]
  return { steps: [step], shape: { columns, isGrouped: true } }
}

function aggregate(reader: TokenReader, shape: RowShape, now: Date): Measured[] {
  reader.expect('(')
  const measures: Measured[] = []
  do measures.push(aggregateOne(reader, shape, now))
  while (reader.takes(','))
  reader.expect(')')
  return measures
}

function aggregateOne(reader: TokenReader, shape: RowShape, now: Date): Measured {
  const { at } = reader.next
  if (reader.takes('$count')) return measured({ function: 'count', value: null, as: alias(reader) }, 'int', at)
  const scope = scopeOf(shape, OPTION, now)
  const typed = typeExpression(new ExpressionParser(reader).parse(), scope)
  reader.expect('with')
  const method = reader.expectName().text
  const name = ROW_MEASURES.find((known) => known === method && known !== 'count')
  if (!name) throw unsupportedOData(`The method ${method}`)
  if ((name === 'sum' || name === 'average') && !isNumber(typed.type)) throw mismatch(at, scope, 'a number', typed.type)
  if ((name === 'min' || name === 'max') && typed.type === 'null') throw mismatch(at, scope, 'a property', typed.type)
  return measured({ function: name, value: summable(typed, name), as: alias(reader) }, measureType(typed, name), at)
}

const measured = (measure: Measure, type: Typed['type'], at: number): Measured => ({
  measure,
  column: { name: measure.as, value: { kind: 'column', name: measure.as }, type },
  at,
})

/** Sums of whole numbers have all the digits they need. */
const summable = ({ value, type }: Typed, name: RowMeasure): Expression =>
  name === 'sum' && type === 'int' ? { kind: 'cast', value, to: { name: 'DECIMAL', precision: 38, scale: 0 } } : value

function measureType({ type }: Typed, name: RowMeasure): Typed['type'] {
  if (name === 'countdistinct' || name === 'count') return 'int'
  if (name === 'average') return 'double'
  return name === 'sum' && type === 'int' ? 'decimal' : type
}

function alias(reader: TokenReader): string {
  reader.expect('as')
  return reader.expectName().text
}
