import type { PgType } from './pg-type.ts'
import { PARAMETER_MARK, type Parameters } from './rewrite/casts.ts'
import type { CatalogFacts } from './rewrite/catalog-functions.ts'
import { expression } from './rewrite/expression.ts'
import { query } from './rewrite/query.ts'
import type { NamedTable, Rewriting } from './rewrite/rewriting.ts'
import type { ParsedQuery } from './statement.ts'

/**
 * The query as the engine reads it. `labels`: the names of its columns, where all are known. `kept`: which parameters are left, by the
 * numbers they had. `types`: the types of all parameters.
 */
export type Rewritten = {
  sql: string
  labels: readonly string[] | null
  relations: ReadonlySet<string>
  kept: readonly number[]
  types: readonly (PgType | undefined)[]
}

/** `types`: of the parameters, as far as the client said them. `values`: null while the query is only planned. */
export type RewriteOptions = {
  facts: CatalogFacts
  findTable: (name: string) => NamedTable | undefined
  types: readonly (PgType | undefined)[]
  values: readonly (string | null)[] | null
}

/**
 * Rewrites a query of PostgreSQL into one of the engine that has the same meaning, or refuses it. The gate judges the result, as it
 * judges every text of a user's.
 */
export function rewrite(
  { select, placeOf }: ParsedQuery,
  { facts, findTable, types, values }: RewriteOptions,
): Rewritten {
  const parameters: Parameters = { types: [...types], values }
  const relations = new Set<string>()
  const rewriting: Rewriting = {
    facts,
    findTable,
    parameters,
    placeOf,
    relations,
    nesting: { depth: 0 },
    expression: (node, scope) => expression(rewriting, node, scope),
    query: (inner, parent, ctes) => query(rewriting, inner, parent, ctes),
  }
  const made = query(rewriting, select, null)
  const labels = made.columns.some(({ name }) => name === '*') ? null : made.columns.map(({ name }) => name)
  return { ...numbered(made.sql), labels, relations, types: parameters.types }
}

const MARKED = new RegExp(`${PARAMETER_MARK}(\\d+)${PARAMETER_MARK}`, 'g')

/** Parameters that are left are numbered without gaps, as the engine wants them. */
function numbered(sql: string): { sql: string; kept: number[] } {
  const kept: number[] = []
  const text = sql.replace(MARKED, (_, number: string) => {
    if (!kept.includes(Number(number))) kept.push(Number(number))
    return `$${kept.indexOf(Number(number)) + 1}`
  })
  return { sql: text, kept }
}
