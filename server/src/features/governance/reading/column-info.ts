import { formatColumnType } from '../../../tabular/column-type.ts'
import type { ReadableColumn } from '../../../tabular/readable-table.ts'

/** A column as every answer presents it. */
export const presentColumn = ({ name, type, isMasked, description }: ReadableColumn) => ({
  column: name,
  name,
  type: formatColumnType(type),
  masked: isMasked,
  description,
})

export const maskedNames = (columns: readonly ReadableColumn[]) =>
  columns.filter(({ isMasked }) => isMasked).map(({ name }) => name)
