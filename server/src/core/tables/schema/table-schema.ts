import type { ColumnType } from '../../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import type { VisibleRule } from '../../rules/read-rules.ts'
import { rulesOf } from './row-schema.ts'

/** The table as a Table Schema of Frictionless Data, which csv files of it can be checked by. */
export function tableSchemaOf({ table }: OpenedTable, rules: readonly VisibleRule[]): Record<string, unknown> {
  const inForce = rules.filter(({ isInForce }) => isInForce)
  const together = inForce.filter(({ kind, columns }) => kind === 'unique' && columns.length > 1)
  const references = inForce.filter(({ kind }) => kind === 'reference')
  return {
    $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
    fields: table.columns.map((column) => fieldOf(column, rulesOf(inForce, column))),
    missingValues: [''],
    ...(together.length > 0 ? { uniqueKeys: together.map(({ columns }) => columns) } : {}),
    ...(references.length > 0
      ? {
          foreignKeys: references.map(({ columns, table: resource, tableColumn }) => ({
            fields: columns,
            reference: { resource, fields: [tableColumn] },
          })),
        }
      : {}),
  }
}

function fieldOf({ name, type, description }: ReadableColumn, rules: readonly VisibleRule[]) {
  const constraints = Object.assign({}, ...rules.map(constraintOf))
  return {
    name,
    ...typeOf(type),
    ...(description === null ? {} : { description }),
    ...(Object.keys(constraints).length > 0 ? { constraints } : {}),
  }
}

function constraintOf({ kind, min, max, pattern, values }: VisibleRule): Record<string, unknown> {
  switch (kind) {
    case 'required':
      return { required: true }
    case 'unique':
      return { unique: true }
    case 'range':
      return { ...(min === null ? {} : { minimum: min }), ...(max === null ? {} : { maximum: max }) }
    case 'pattern':
      return { pattern }
    case 'one_of':
      return { enum: values }
    default:
      return {}
  }
}

function typeOf(type: ColumnType): Record<string, string> {
  switch (type.name) {
    case 'INTEGER':
    case 'BIGINT':
      return { type: 'integer' }
    case 'DOUBLE':
    case 'DECIMAL':
      return { type: 'number' }
    case 'BOOLEAN':
      return { type: 'boolean' }
    case 'DATE':
      return { type: 'date' }
    case 'TIME':
      return { type: 'time' }
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return { type: 'datetime', format: 'any' }
    case 'UUID':
      return { type: 'string', format: 'uuid' }
    case 'JSON':
      return { type: 'any' }
    case 'VARCHAR':
      return { type: 'string' }
  }
}
