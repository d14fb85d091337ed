import { assertState } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres.ts'
import type { Column } from '../../tabular/table.ts'
import { listSchemas, type SchemaKey } from './readable-tables.store.ts'

/** Columns by table and schema, the longest unused first. A schema never changes: what was read once stays right. */
const known = new Map<string, Column[]>()
const MOST_KNOWN = 20_000

const nameOf = ({ artifactId, schemaNo }: SchemaKey) => `${artifactId} ${schemaNo}`

/** Tables with the columns of their schemas; only those that this node has not seen yet are asked for. */
export async function withColumns<T extends SchemaKey>(
  db: Db,
  workbookId: string,
  tables: readonly T[],
): Promise<(T & { columns: Column[] })[]> {
  const missing = tables.filter((table) => !known.has(nameOf(table)))
  for (const schema of await listSchemas(db, workbookId, missing)) known.set(nameOf(schema), schema.columns)
  const seen = tables.map((table) => ({ ...table, columns: use(table) }))
  forgetOldest()
  return seen
}

function use(key: SchemaKey): Column[] {
  const name = nameOf(key)
  const columns = known.get(name)
  assertState(columns, `table ${name} has no schema`)
  known.delete(name)
  known.set(name, columns)
  return columns
}

function forgetOldest() {
  for (const name of known.keys()) {
    if (known.size <= MOST_KNOWN) return
    known.delete(name)
  }
}
