import type { Column } from '../../engine/table/table.ts'
import { LruMap } from '../../platform/lru-map.ts'

/** A schema never changes but by an erasure, which raises the policy epoch. */
export type SchemaKey = { artifactId: string; schemaNo: number; policyEpoch: number }

const MOST_SCHEMAS = 20_000
const MOST_NAMES = 10_000

/** Columns of schemas that this node has read. What a transaction sees may never come to be, and is not kept. */
const schemas = new LruMap<string, readonly Column[]>(MOST_SCHEMAS)
/** Which schema a name of a workbook last led to. */
const names = new LruMap<string, SchemaKey>(MOST_NAMES)

const keyOf = ({ artifactId, schemaNo, policyEpoch }: SchemaKey) => `${artifactId} ${schemaNo} ${policyEpoch}`

export const knownColumns = (schema: SchemaKey): readonly Column[] | undefined => schemas.get(keyOf(schema))

export function keepColumns(schema: SchemaKey, columns: readonly Column[]) {
  schemas.set(keyOf(schema), columns)
}

type TableName = { workbookId: string; name: string }

/** The schema of a table, if its columns are still known. */
export function lastSchemaOf({
  workbookId,
  name,
}: TableName): (SchemaKey & { columns: readonly Column[] }) | undefined {
  const schema = names.get(`${workbookId} ${name}`)
  const columns = schema && knownColumns(schema)
  return columns && { ...schema, columns }
}

export function keepLastSchema({ workbookId, name }: TableName, schema: SchemaKey, columns: readonly Column[]) {
  names.set(`${workbookId} ${name}`, schema)
  keepColumns(schema, columns)
}
