import type { Expression } from '../../../engine/reading/expression-sql.ts'
import type { ColumnType } from '../../../engine/table/column-type.ts'
import type { EntitySet } from '../model/entity-set.ts'
import type { Scope } from './type-expression.ts'
import { type Typed, valueType } from './value-type.ts'

/** What rows have at some step: the properties of an entity at first, keys and measures once they are grouped. */
export type RowShape = { columns: readonly ShapeColumn[]; isGrouped: boolean }
export type ShapeColumn = Typed & { name: string }

export const entityShape = ({ properties }: EntitySet): RowShape => ({
  columns: properties.map(({ name, column, type }) => shapeColumn(name, column, type)),
  isGrouped: false,
})

/** JSON is a text to OData. */
function shapeColumn(name: string, column: string, type: ColumnType): ShapeColumn {
  const value: Expression = { kind: 'column', name: column }
  const shown: Expression = type.name === 'JSON' ? { kind: 'cast', value, to: { name: 'VARCHAR' } } : value
  return { name, value: shown, type: valueType(type) }
}

export const scopeOf = ({ columns }: RowShape, option: string, now: Date): Scope => ({
  option,
  now,
  find: (name) => columns.find((column) => column.name === name),
})
