import { wireError } from '../protocol/wire-error.ts'
import type { CatalogFacts } from './functions.ts'
import { quoteLiteral } from './tokens.ts'

/** `literal`: what is cast, where it is a literal. `isName`: it is a text that is known when the query runs. */
export type ObjectCast = { type: string; sql: string; literal: string | undefined; isName: boolean; place: number }

/** 'sales'::regclass is the number of a table; a number as regclass is its name. */
export function objectCastSql(
  { type, sql, literal, isName, place }: ObjectCast,
  facts: CatalogFacts,
  use: (relation: string) => string,
): string {
  if (literal === undefined) return isName ? facts.oidByName(type, sql, use) : facts.nameByOid(type, sql, use)
  if (/^\d+$/.test(literal)) return literal
  // The catalog names functions by texts.
  if (type.startsWith('regproc')) return quoteLiteral(literal.replace(/^pg_catalog\./, ''))
  const oid = facts.oidOf(type, literal)
  if (oid === undefined)
    throw wireError(type === 'regtype' ? '42704' : '42P01', `${type.slice(3)} "${literal}" does not exist`, { place })
  return `CAST(${oid} AS UINTEGER)`
}
