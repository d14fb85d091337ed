import type { Node, SelectStmt } from 'libpg-query'
import type { PlaceOf } from '../parse.ts'
import type { PgType } from '../pg-type.ts'
import type { Parameters } from './casts.ts'
import type { CatalogFacts } from './catalog-functions.ts'
import type { Scope, ScopeColumn } from './scope.ts'
import type { Typed } from './typed.ts'

/** A query as the engine reads it, and the columns that it has. */
export type RewrittenQuery = { sql: string; columns: readonly ScopeColumn[] }

/** A table that a query may name. */
export type NamedTable = { name: string; columns: readonly { name: string; type: PgType }[] }

/**
 * What all parts of the rewriting look at. Expressions hold queries, and queries hold expressions: each finds the other here.
 */
export type Rewriting = {
  facts: CatalogFacts
  findTable: (name: string) => NamedTable | undefined
  parameters: Parameters
  placeOf: PlaceOf
  /** Relations of the catalog that the query names. */
  relations: Set<string>
  /** How many expressions and queries stand around what is rewritten. */
  nesting: { depth: number }
  expression: (node: Node, scope: Scope) => Typed
  query: (select: SelectStmt, parent: Scope | null, ctes?: Scope['ctes']) => RewrittenQuery
}

export const use = ({ relations }: Rewriting, relation: string): string => {
  relations.add(relation)
  return relation
}
