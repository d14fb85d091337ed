import type { ColumnType } from '../../engine/table/column-type.ts'
import { type Column, ROW_ID } from '../../engine/table/table.ts'

type IcebergField = { id: number; name: string; required: false; type: string; doc?: string }
export type IcebergSchema = {
  type: 'struct'
  'schema-id': number
  fields: IcebergField[]
}

/** How segments spell the values of a type is how Iceberg does: nothing is converted on the way. */
export function icebergType(type: ColumnType): string {
  switch (type.name) {
    case 'VARCHAR':
      return 'string'
    // The format has no type for it below version 3; its text is what the API answers too.
    case 'JSON':
      return 'string'
    case 'INTEGER':
      return 'int'
    case 'BIGINT':
      return 'long'
    case 'DOUBLE':
      return 'double'
    case 'DECIMAL':
      return `decimal(${type.precision}, ${type.scale})`
    case 'BOOLEAN':
      return 'boolean'
    case 'DATE':
      return 'date'
    case 'TIME':
      return 'time'
    case 'TIMESTAMP':
      return 'timestamp'
    case 'TIMESTAMPTZ':
      return 'timestamptz'
    case 'UUID':
      return 'uuid'
  }
}

/** The field of the row id in every segment. */
const ROW_ID_FIELD: IcebergField = { id: 0, name: ROW_ID, required: false, type: 'long' }

/** Fields have the ids of columns, as they have in segments: a renamed column is the same field, a retyped one another. */
export const icebergSchema = (schemaNo: number, columns: readonly Column[]): IcebergSchema => ({
  type: 'struct',
  'schema-id': schemaNo,
  fields: [
    ROW_ID_FIELD,
    ...columns.map(({ id, name, type, description }): IcebergField => {
      const field: IcebergField = { id, name, required: false, type: icebergType(type) }
      return description === null || description === undefined ? field : { ...field, doc: description }
    }),
  ],
})
