import type { PgType } from '../sql/pg-type.ts'
import type { CatalogFacts } from '../sql/rewrite/catalog-functions.ts'
import { typeOidOf } from './catalog-types.ts'
import { emptyRelation, isEmptyRelation } from './empty-relations.ts'
import { informationRelation, isInformationRelation } from './information-schema.ts'
import { type CatalogSource, isPgRelation, OWN_RELATIONS, pgRelation } from './pg-catalog.ts'
import { type Relation, relationSql, rowsJson } from './relation.ts'
import { NAMESPACES } from './table-rows.ts'

const PG = 'svc_pg_'
const INFORMATION = 'svc_is_'

export const SERVER_VERSION = '15.0'

type Session = { pid: number; setting: (name: string) => string | undefined }

/** What the words of the catalog mean for this caller. */
export function catalogFacts(source: CatalogSource, { pid, setting }: Session): CatalogFacts {
  return {
    database: source.database,
    user: source.user,
    version: `PostgreSQL ${SERVER_VERSION} (Bindery, read-only, SQL of DuckDB)`,
    pid,
    setting,
    relationOf: (schema, name) => {
      if (schema === 'information_schema') return isInformationRelation(name) ? INFORMATION + name : undefined
      return isPgRelation(name) || isEmptyRelation(name) ? `svc_${name}` : undefined
    },
    columnsOf: (relation) =>
      relationNamed(relation, source).columns.map(([name, type]) => ({
        name,
        type: VECTORS.has(name) ? { ...typeOf(type), isVector: true } : typeOf(type),
      })),
    oidOf: (type, name) => oidOf(source, type, name),
    oidByName: (type, sql, use) =>
      type === 'regtype'
        ? `(SELECT min(f_.oid) FROM ${use(`${PG}type`)} f_ WHERE f_.typname = (${sql}) OR f_.svc_format = (${sql}))`
        : `(SELECT min(f_.oid) FROM ${use(`${PG}class`)} f_ WHERE f_.relname = ${bareName(sql)} OR CAST(f_.oid AS VARCHAR) = (${sql}))`,
    nameByOid: (type, sql, use) => nameByOid(type, sql, use),
  }
}

const TYPES: Readonly<Record<string, PgType['name']>> = {
  UINTEGER: 'oid',
  INTEGER: 'int4',
  SMALLINT: 'int2',
  FLOAT: 'float4',
  BOOLEAN: 'bool',
  TIMESTAMPTZ: 'timestamptz',
}

const VECTORS = new Set(['indkey', 'indclass', 'indoption', 'indcollation'])

/** The type of a column of the catalog, from that which the engine is given. */
const typeOf = (duck: string): PgType =>
  duck.endsWith('[]') ? { name: 'list', item: typeOf(duck.slice(0, -2)) } : { name: TYPES[duck] ?? 'text' }

/** The last part of a name, without its quotes. */
const bareName = (sql: string) => `trim(regexp_replace(${sql}, '^.*\\.', ''), '"')`

function nameByOid(type: string, sql: string, use: (relation: string) => string): string {
  switch (type) {
    case 'regclass':
      return `(SELECT max(f_.relname) FROM ${use(`${PG}class`)} f_ WHERE f_.oid = (${sql}))`
    case 'regtype':
      return `(SELECT max(f_.svc_format) FROM ${use(`${PG}type`)} f_ WHERE f_.oid = (${sql}))`
    case 'regnamespace':
      return `(SELECT max(f_.nspname) FROM ${use(`${PG}namespace`)} f_ WHERE f_.oid = (${sql}))`
    default:
      return `CAST(${sql} AS VARCHAR)`
  }
}

function oidOf({ tables }: CatalogSource, type: string, text: string): number | undefined {
  if (type === 'regtype') return typeOidOf(text.replace(/^pg_catalog\./, ''))
  if (type === 'regnamespace') return Object.entries(NAMESPACES).find(([name]) => name === text)?.[1]
  const parts = text.match(/"(?:[^"]|"")*"|[^.]+/g) ?? []
  const last = parts.at(-1) ?? ''
  const isQuoted = last.startsWith('"')
  const name = isQuoted ? last.slice(1, -1).replaceAll('""', '"') : last
  const found = tables.find(
    (table) => table.name === name || (!isQuoted && table.name.toLowerCase() === name.toLowerCase()),
  )
  // Of PostgreSQL's own relations only some have a number that is asked for.
  return found?.oid ?? OWN_RELATIONS.get(name) ?? (isPgRelation(name) || isEmptyRelation(name) ? 0 : undefined)
}

/** The relations that a query names, as the beginning of it, and their rows as further parameters. */
export function withRelations(
  sql: string,
  relations: ReadonlySet<string>,
  source: CatalogSource,
  firstParameter: number,
): { sql: string; before: number; params: string[] } {
  if (relations.size === 0) return { sql, before: 0, params: [] }
  const params: string[] = []
  const parts = [...relations].map((name) => {
    const relation = relationNamed(name, source)
    const part = relationSql(name, relation, firstParameter + params.length)
    if (relation.rows.length > 0) params.push(rowsJson(relation))
    return part
  })
  const [, space = '', recursive = ''] = /^(\s*)with\s+(recursive\s+)?/i.exec(sql) ?? []
  const own = /^\s*with\s/i.exec(sql) ? sql.slice(space.length).replace(/^with\s+(?:recursive\s+)?/i, '') : undefined
  const made = `WITH ${recursive}${parts.join(', ')}`
  const whole = own === undefined ? `${made} ${sql}` : `${made}, ${own}`
  return { sql: whole, before: whole.length - sql.length, params }
}

function relationNamed(name: string, source: CatalogSource): Relation {
  const found = name.startsWith(INFORMATION)
    ? informationRelation(name.slice(INFORMATION.length), source)
    : (pgRelation(name.slice('svc_'.length), source) ?? emptyRelation(name.slice('svc_'.length)))
  if (!found) throw new Error(`impossible: the catalog has no ${name}`)
  return found
}
