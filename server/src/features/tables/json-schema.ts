import type { ColumnType } from '../../tabular/column-type.ts'
import type { ReadableColumn } from '../../tabular/readable-table.ts'
import { ROW_ID } from '../../tabular/table.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'

/** One row, as it is read and written: only the columns its reader may see, every cell nullable, no id for a new row. */
export function rowSchemaOf({ name, description, table }: OpenedTable) {
  const columns = table.columns.map((column) => [column.name, cellSchemaOf(column)] as const)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...(description === null ? {} : { description }),
    type: 'object',
    properties: Object.fromEntries([
      ...columns,
      [ROW_ID, { type: ['integer', 'null'], description: 'Absent: the row is inserted. Present: it is updated.' }],
    ]),
    required: [],
    additionalProperties: false,
  }
}

function cellSchemaOf({ type, description, isMasked }: ReadableColumn) {
  return {
    ...valueSchemaOf(type),
    ...(description === null ? {} : { description }),
    ...(isMasked ? { readOnly: true } : {}),
  }
}

function valueSchemaOf(type: ColumnType): Record<string, unknown> {
  switch (type.name) {
    case 'INTEGER':
      return { type: ['integer', 'null'], minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
    case 'BIGINT':
      return { type: ['integer', 'string', 'null'] }
    case 'DOUBLE':
      return { type: ['number', 'null'] }
    case 'BOOLEAN':
      return { type: ['boolean', 'null'] }
    case 'DATE':
      return { type: ['string', 'null'], format: 'date' }
    case 'TIMESTAMPTZ':
      return { type: ['string', 'null'], format: 'date-time' }
    case 'UUID':
      return { type: ['string', 'null'], format: 'uuid' }
    case 'JSON':
      return {}
    // TIME and TIMESTAMP have no offset, which the formats of JSON Schema ask for.
    default:
      return { type: ['string', 'null'] }
  }
}
