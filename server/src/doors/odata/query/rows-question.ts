import {
  boundedQuestion,
  MOST_PARTS,
  type Ordered,
  type RowStep,
  type RowsQuestion,
} from '../../../engine/reading/rows-sql.ts'
import { ROW_ID } from '../../../engine/table/table.ts'
import type { EntitySet } from '../model/entity-set.ts'
import { invalidOData, tooManyParts } from '../odata.errors.ts'
import { parseApply } from './parse-apply.ts'
import { ExpressionParser } from './parse-expression.ts'
import type { Options } from './read-options.ts'
import { entityShape, type RowShape, type ShapeColumn, scopeOf } from './row-shape.ts'
import { TokenReader } from './tokens.ts'
import { truth, typeExpression } from './type-expression.ts'

/** What is asked for, and how its rows are to be shown. */
export type PlannedRows = {
  question: RowsQuestion
  isGrouped: boolean
  /** The key comes first where rows are entities, also where it was not asked for. */
  isKeyShown: boolean
  /** Fewer properties than there are, as the context says. */
  isSelected: boolean
}

/** A request for an entity set as a question about the rows of its table; `rowId` for one of them. */
export function planRows(set: EntitySet, options: Options, now: Date, rowId: string | null = null): PlannedRows {
  const start = { steps: rowId === null ? [] : [isRow(rowId)], shape: entityShape(set) }
  const applied = options.apply === undefined ? start : parseApply(options.apply, start.shape, now)
  const { shape } = applied
  const steps = [...applied.steps, ...filterSteps(options.filter, shape, now)]
  const columns = selected(options.select, shape)
  const question = boundedQuestion({
    table: set.title,
    steps,
    shown: shownColumns(shape, columns).map(({ name, value }) => ({ value, as: name })),
    order: [...ordered(options.orderby, shape, now), ...tieBreakers(shape)],
    skip: options.skip ?? 0,
    top: options.top ?? null,
  })
  if (!question) throw tooManyParts(MOST_PARTS)
  return {
    question,
    isGrouped: shape.isGrouped,
    isKeyShown: columns.some(({ name }) => name === ROW_ID),
    isSelected: options.select !== undefined && columns.length < shape.columns.length,
  }
}

const isRow = (rowId: string): RowStep => ({
  kind: 'filter',
  condition: {
    kind: 'compare',
    operator: 'eq',
    left: { kind: 'column', name: ROW_ID },
    right: { kind: 'value', text: rowId, type: { name: 'BIGINT' } },
  },
})

/** Entities come with their key, by which they are named. */
function shownColumns(shape: RowShape, columns: readonly ShapeColumn[]): readonly ShapeColumn[] {
  if (shape.isGrouped) return columns
  return [...shape.columns.slice(0, 1), ...columns.filter(({ name }) => name !== ROW_ID)]
}

function filterSteps(text: string | undefined, shape: RowShape, now: Date): RowStep[] {
  if (text === undefined) return []
  const reader = new TokenReader('$filter', text)
  const parsed = new ExpressionParser(reader).parse()
  reader.expectEnd()
  return [{ kind: 'filter', condition: truth(parsed, scopeOf(shape, '$filter', now)) }]
}

function selected(text: string | undefined, shape: RowShape): readonly ShapeColumn[] {
  if (text === undefined) return shape.columns
  const reader = new TokenReader('$select', text)
  const names = new Set<string>()
  let isAll = false
  do {
    if (reader.takes('*')) {
      isAll = true
      continue
    }
    const { text: name, at } = reader.expectName()
    if (!shape.columns.some((column) => column.name === name))
      throw invalidOData(`There is no property '${name}'.`, '$select', at)
    names.add(name)
  } while (reader.takes(','))
  reader.expectEnd()
  return isAll ? shape.columns : shape.columns.filter(({ name }) => names.has(name))
}

function ordered(text: string | undefined, shape: RowShape, now: Date): Ordered[] {
  if (text === undefined) return []
  const reader = new TokenReader('$orderby', text)
  const scope = scopeOf(shape, '$orderby', now)
  const order: Ordered[] = []
  do {
    const { value } = typeExpression(new ExpressionParser(reader).parse(), scope)
    const isDescending = reader.takes('desc')
    if (!isDescending) reader.takes('asc')
    order.push({ value, isDescending })
  } while (reader.takes(','))
  reader.expectEnd()
  return order
}

/** Rows that are equal in the order have one of their own still: pages neither repeat nor leave any out. */
const tieBreakers = ({ columns, isGrouped }: RowShape): Ordered[] =>
  columns.slice(0, isGrouped ? columns.length : 1).map(({ value }) => ({ value, isDescending: false }))
