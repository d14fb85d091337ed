import { listColumnDescriptions } from '../../../core/catalog/catalog-for-doors.store.ts'
import type { PostgresQuery } from '../../../core/queries/query-for-postgres.ts'
import type { OpenedTables } from '../../../core/reading/open-readable-tables.ts'
import type { TableCut } from '../../../core/reading/table-cut.ts'
import type { PostgresColumn } from '../../../engine/reading/sql-question.ts'
import { ROW_ID } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { catalogFacts, withRelations } from '../catalog/catalog-facts.ts'
import type { CatalogSource } from '../catalog/pg-catalog.ts'
import { type Descriptions, visibleTables } from '../catalog/visible-table.ts'
import { INT8 } from '../sql/pg-type.ts'
import type { NamedTable } from '../sql/rewrite/rewriting.ts'
import { type Rewritten, rewrite } from '../sql/rewrite.ts'
import type { ParsedQuery } from '../sql/statement.ts'
import { oidOfType, typeOfColumn, typeOfOid } from '../types/parameter-types.ts'
import type { SessionSettings } from './session-settings.ts'

/** Who asks, as queries of the catalog see it. */
export type SessionContext = {
  workbookId: string
  database: string
  user: string
  pid: number
  settings: SessionSettings
}

export type Select = {
  query: ParsedQuery
  /** Types of the parameters as far as the client said them; 0 for others. */
  types: readonly number[]
  /** Null while the query is only planned. */
  values: readonly (string | null)[] | null
}

/** `parameters`: the types of the client's parameters, once the query was rewritten. `labels`: the names of its columns. */
export type PreparedSelect = {
  query: PostgresQuery
  parameters: () => readonly number[]
  named: (columns: readonly PostgresColumn[]) => readonly PostgresColumn[]
}

/** A SELECT of a client as the query that is run. */
export function prepareSelect(
  ctx: Context,
  asker: SessionContext,
  { query, types, values }: Select,
  cut: TableCut | null,
): PreparedSelect {
  const isDescribed = namesDescriptions(query.select)
  let last: Rewritten | undefined
  const spell = async (opened: OpenedTables) => {
    const descriptions = isDescribed ? await listColumnDescriptions(ctx.db, asker.workbookId) : NO_DESCRIPTIONS
    const source = sourceFor(opened, asker, descriptions)
    const facts = catalogFacts(source, { pid: asker.pid, setting: (name) => asker.settings.get(name) })
    const given = types.map(typeOfOid)
    last = rewrite(query, { facts, findTable: (name) => findTable(opened, name), types: given, values })
    const { sql, params } = withRelations(last.sql, last.relations, source, last.kept.length + 1)
    return { sql, params: [...last.kept.map((number) => values?.[number - 1] ?? null), ...params] }
  }
  const named: PreparedSelect['named'] = (columns) => {
    const labels = last?.labels
    return labels?.length === columns.length
      ? columns.map((column, n) => ({ ...column, name: labels[n] ?? column.name }))
      : columns
  }
  return {
    query: { spell, asOf: asker.settings.asOf, cut },
    parameters: () => (last?.types ?? []).map((type) => (type ? oidOfType(type) : 0)),
    named,
  }
}

/** Names without quotes are folded, and found whatever letters the table has. */
function findTable({ tables }: OpenedTables, wanted: string): NamedTable | undefined {
  const found = tables.find(({ name }) => name === wanted) ?? tables.find(({ name }) => name.toLowerCase() === wanted)
  if (!found) return undefined
  const columns = found.table.columns.map(({ name, type }) => ({ name, type: typeOfColumn(type) }))
  return { name: found.name, columns: [...columns, { name: ROW_ID, type: INT8 }] }
}

/** What users say about columns is read only for queries that ask for it. */
const namesDescriptions = (select: ParsedQuery['select']) => /description/i.test(JSON.stringify(select))

const NO_DESCRIPTIONS: Descriptions = new Map()

/** Its tables are made only for queries that look at the catalog. */
function sourceFor(opened: OpenedTables, asker: SessionContext, descriptions: Descriptions): CatalogSource {
  let tables: CatalogSource['tables'] | undefined
  return {
    get tables() {
      tables ??= visibleTables(opened, descriptions)
      return tables
    },
    database: asker.database,
    user: asker.user,
    get settings() {
      return asker.settings.all()
    },
  }
}
