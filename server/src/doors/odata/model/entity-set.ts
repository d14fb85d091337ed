import type { OpenedTables } from '../../../core/reading/open-readable-tables.ts'
import type { ColumnType } from '../../../engine/table/column-type.ts'
import { ROW_ID } from '../../../engine/table/table.ts'
import { identifierOf } from './identifier.ts'

/** A table or view as an entity set. Its entities are its rows; their key is the row id. */
export type EntitySet = {
  tableId: string
  name: string
  /** As the workbook calls it. */
  title: string
  kind: 'table' | 'view'
  description: string | null
  /** The key first. */
  properties: readonly Property[]
}

export type Property = {
  name: string
  /** As the table calls it, and SQL. */
  column: string
  type: ColumnType
  description: string | null
  isKey: boolean
}

/** What users say about columns, by table and origin. */
export type Descriptions = ReadonlyMap<string, ReadonlyMap<number, string>>

const KEY: Property = { name: ROW_ID, column: ROW_ID, type: { name: 'BIGINT' }, description: null, isKey: true }

/** The active tables of what was opened, with exactly the columns that their reader may name in SQL. */
export function entitySets({ tables }: OpenedTables, descriptions: Descriptions = new Map()): EntitySet[] {
  return tables
    .filter(({ state }) => state === 'active')
    .map(({ artifactId, name, kind, description, table }) => ({
      tableId: artifactId,
      name: identifierOf(name),
      title: name,
      kind,
      description,
      properties: [
        KEY,
        ...table.columns.map((column) => ({
          name: identifierOf(column.name),
          column: column.name,
          type: column.type,
          description: descriptions.get(artifactId)?.get(column.origin) ?? null,
          isKey: false,
        })),
      ],
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
