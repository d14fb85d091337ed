import type { Expression } from '../../../engine/reading/expression-sql.ts'
import type { ColumnType } from '../../../engine/table/column-type.ts'

/** What a value is to expressions. `moment` is without a zone, and counts as one of UTC; `zoned` has one. */
export type ValueType =
  | 'string' | 'int' | 'decimal' | 'double' | 'boolean' | 'date' | 'time' | 'moment' | 'zoned' | 'guid' | 'null' // biome-ignore format: a list

/** An expression whose names are known and whose types fit. */
export type Typed = { value: Expression; type: ValueType }

export function valueType({ name }: ColumnType): ValueType {
  switch (name) {
    case 'VARCHAR':
    case 'JSON':
      return 'string'
    case 'INTEGER':
    case 'BIGINT':
      return 'int'
    case 'DECIMAL':
      return 'decimal'
    case 'DOUBLE':
      return 'double'
    case 'BOOLEAN':
      return 'boolean'
    case 'DATE':
      return 'date'
    case 'TIME':
      return 'time'
    case 'TIMESTAMP':
      return 'moment'
    case 'TIMESTAMPTZ':
      return 'zoned'
    case 'UUID':
      return 'guid'
  }
}

export const isNumber = (type: ValueType) => type === 'int' || type === 'decimal' || type === 'double'
export const isMoment = (type: ValueType) => type === 'moment' || type === 'zoned'

/** Which types can be compared: those with the same word. */
export function familyOf(type: ValueType): string {
  if (isNumber(type)) return 'number'
  return isMoment(type) ? 'moment' : type
}

export const EDM_WORDS: Readonly<Record<ValueType, string>> = {
  string: 'a text',
  int: 'a number',
  decimal: 'a number',
  double: 'a number',
  boolean: 'true or false',
  date: 'a date',
  time: 'a time of day',
  moment: 'a date and time',
  zoned: 'a date and time',
  guid: 'a guid',
  null: 'null',
}
