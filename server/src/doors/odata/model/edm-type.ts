import type { ColumnType } from '../../../engine/table/column-type.ts'

/** The type of a property, with its facets as `$metadata` names them. */
export type EdmType = { name: EdmName; precision?: number; scale?: number }
export type EdmName =
  | 'Edm.String' | 'Edm.Int32' | 'Edm.Int64' | 'Edm.Double' | 'Edm.Decimal' | 'Edm.Boolean' | 'Edm.Date' | 'Edm.TimeOfDay'
  | 'Edm.DateTimeOffset' | 'Edm.Guid' // biome-ignore format: a list

const MICROSECONDS = 6

/** OData has no moment without a zone: one is sent as a moment of UTC. */
export function edmType(type: ColumnType): EdmType {
  switch (type.name) {
    case 'INTEGER':
      return { name: 'Edm.Int32' }
    case 'BIGINT':
      return { name: 'Edm.Int64' }
    case 'DOUBLE':
      return { name: 'Edm.Double' }
    case 'DECIMAL':
      return { name: 'Edm.Decimal', precision: type.precision, scale: type.scale }
    case 'BOOLEAN':
      return { name: 'Edm.Boolean' }
    case 'DATE':
      return { name: 'Edm.Date' }
    case 'TIME':
      return { name: 'Edm.TimeOfDay', precision: MICROSECONDS }
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return { name: 'Edm.DateTimeOffset', precision: MICROSECONDS }
    case 'UUID':
      return { name: 'Edm.Guid' }
    case 'VARCHAR':
    case 'JSON':
      return { name: 'Edm.String' }
  }
}
