import { listColumnDescriptions } from '../../../core/catalog/catalog-for-doors.store.ts'
import type { PostgresQuery } from '../../../core/queries/query-for-postgres.ts'
import type { OpenedTables } from '../../../core/reading/open-readable-tables.ts'
import type { TableCut } from '../../../core/reading/table-cut.ts'
import type { Context } from '../../../platform/context.ts'
import { catalogFacts, withRelations } from '../catalog/catalog-facts.ts'
import type { CatalogSource } from '../catalog/pg-catalog.ts'
import { type Descriptions, visibleTables } from '../catalog/visible-table.ts'
import { numberParameters } from '../sql/number-parameters.ts'
import { type Spelled, spell } from '../sql/spell.ts'
import type { Token } from '../sql/tokens.ts'
import { castOf } from '../types/parameters.ts'
import type { SessionSettings } from './session-settings.ts'
import type { Locate } from './to-wire-error.ts'

/** Who asks, as queries of the catalog see it. */
export type SessionContext = {
  workbookId: string
  database: string
  user: string
  pid: number
  settings: SessionSettings
}

export type Select = {
  tokens: readonly Token[]
  /** Types of the parameters as far as the client said them; 0 for others. */
  types: readonly number[]
  values: readonly (string | null)[]
}

/** `typesOf`: the types of the client's parameters, from those of the query that is run. */
export type PreparedSelect = {
  query: PostgresQuery
  locate: Locate
  typesOf: (planned: readonly number[]) => readonly number[]
}

/** A SELECT of a client as the query that is run, and where its errors stand. */
export function prepareSelect(
  ctx: Context,
  asker: SessionContext,
  { tokens, types, values }: Select,
  cut: TableCut | null,
): PreparedSelect {
  const isDescribed = tokens.some(({ kind, text }) => kind !== 'string' && /description/i.test(text))
  let last: { spelled: Spelled; before: number; sql: string; kept: readonly number[] } | undefined
  const spellFor = async (opened: OpenedTables) => {
    const descriptions = isDescribed ? await listColumnDescriptions(ctx.db, asker.workbookId) : NO_DESCRIPTIONS
    const source = sourceFor(opened, asker, descriptions)
    const facts = catalogFacts(source, { pid: asker.pid, setting: (name) => asker.settings.get(name) })
    const spelled = spell(tokens, { facts, casts: types.map(castOf) })
    const numbered = numberParameters(spelled.sql, countParameters(tokens))
    const { sql, before, params } = withRelations(numbered.sql, spelled.relations, source, numbered.kept.length + 1)
    last = { spelled, before, sql, kept: numbered.kept }
    return { sql, params: [...numbered.kept.map((number) => values[number - 1] ?? null), ...params] }
  }
  const typesOf: PreparedSelect['typesOf'] = (planned) => {
    const found: number[] = []
    for (const [n, number] of (last?.kept ?? []).entries()) found[number - 1] = planned[n] ?? 0
    return Array.from(found, (oid) => oid ?? 0)
  }
  const locate: Locate = (line, column) => {
    if (!last) return undefined
    const at = offsetOf(last.sql, line, column) - last.before
    return at < 0 ? undefined : (last.spelled.originOf(at) ?? undefined)
  }
  return { query: { spell: spellFor, asOf: asker.settings.asOf, cut }, locate, typesOf }
}

const NO_DESCRIPTIONS: Descriptions = new Map()

/** How many parameters a text has: the largest number that it names. */
export const countParameters = (tokens: readonly Token[]) =>
  tokens.reduce((most, { kind, text }) => (kind === 'parameter' ? Math.max(most, Number(text.slice(1))) : most), 0)

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

/** Lines and columns count from 1. */
function offsetOf(sql: string, line: number, column: number): number {
  let at = 0
  for (let n = 1; n < line; n++) at = sql.indexOf('\n', at) + 1
  return at + column - 1
}
