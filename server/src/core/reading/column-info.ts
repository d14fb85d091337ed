import { Type } from 'typebox'
import { formatColumnType } from '../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'

/** What the numbers of a column count, where the file said so. */
export const UnitOfColumn = {
  unit: Type.Optional(Type.String({ description: 'What its numbers count, as the file says: 千円' })),
  scale: Type.Optional(Type.Number({ description: 'By what a number is to be multiplied: 1000 for 千円' })),
}

/** A column as every answer presents it. */
export const presentColumn = ({ name, type, isMasked, description, unit }: ReadableColumn) => ({
  column: name,
  name,
  type: formatColumnType(type),
  masked: isMasked,
  description,
  ...(unit ? { unit: unit.text, scale: unit.scale } : {}),
})

export const maskedNames = (columns: readonly ReadableColumn[]) =>
  columns.filter(({ isMasked }) => isMasked).map(({ name }) => name)
