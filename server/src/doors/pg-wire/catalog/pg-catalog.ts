import { CATALOG_TYPES } from './catalog-types.ts'
import { columnsFrom, type Relation, type Row } from './relation.ts'
import {
  attributeRows,
  BTREE,
  CLASS_OF_TABLES,
  classRows,
  constraintRow,
  descriptionRows,
  HEAP,
  hasKey,
  indexDefinition,
  indexName,
  indexRow,
  NAMESPACES,
  OWNER,
  typeRow,
} from './table-rows.ts'
import type { VisibleTable } from './visible-table.ts'

/** Numbers of PostgreSQL's own relations that programs name as regclass. */
export const OWN_RELATIONS: ReadonlyMap<string, number> = new Map([
  ['pg_type', 1247],
  ['pg_attribute', 1249],
  ['pg_proc', 1255],
  ['pg_class', CLASS_OF_TABLES],
  ['pg_authid', 1260],
  ['pg_database', 1262],
  ['pg_constraint', 2606],
  ['pg_description', 2609],
  ['pg_index', 2610],
  ['pg_namespace', 2615],
])

export type CatalogSource = {
  tables: readonly VisibleTable[]
  database: string
  user: string
  settings: ReadonlyMap<string, string>
}

type Made = (source: CatalogSource) => readonly Row[]

/** Every relation with what it holds. Others that programs ask for are empty here, and listed in `empty-relations.ts`. */
const RELATIONS: Readonly<Record<string, { columns: string; rows: Made }>> = {
  pg_namespace: {
    columns: 'oid:o nspname:t nspowner:o nspacl:T',
    rows: () => Object.entries(NAMESPACES).map(([nspname, oid]) => ({ oid, nspname, nspowner: OWNER })),
  },
  pg_class: {
    columns:
      'oid:o relname:t relnamespace:o reltype:o reloftype:o relowner:o relam:o relfilenode:o reltablespace:o relpages:i reltuples:f ' +
      'relallvisible:i reltoastrelid:o relhasindex:b relisshared:b relpersistence:t relkind:t relnatts:s relchecks:s relhasrules:b ' +
      'relhastriggers:b relhassubclass:b relrowsecurity:b relforcerowsecurity:b relispopulated:b relreplident:t relispartition:b ' +
      'relrewrite:o relfrozenxid:o relminmxid:o relacl:T reloptions:T relpartbound:t relhasoids:b',
    rows: ({ tables }) => tables.flatMap(classRows),
  },
  pg_attribute: {
    columns:
      'attrelid:o attname:t atttypid:o attstattarget:i attlen:s attnum:s attndims:i attcacheoff:i atttypmod:i attbyval:b attalign:t ' +
      'attstorage:t attcompression:t attnotnull:b atthasdef:b atthasmissing:b attidentity:t attgenerated:t attisdropped:b attislocal:b ' +
      'attinhcount:i attcollation:o attacl:T attoptions:T attfdwoptions:T attmissingval:t',
    rows: ({ tables }) => tables.flatMap(attributeRows),
  },
  pg_type: {
    columns:
      'oid:o typname:t typnamespace:o typowner:o typlen:s typbyval:b typtype:t typcategory:t typispreferred:b typisdefined:b ' +
      'typdelim:t typrelid:o typsubscript:t typelem:o typarray:o typinput:t typoutput:t typreceive:t typsend:t typnotnull:b ' +
      'typbasetype:o typtypmod:i typndims:i typcollation:o typdefault:t svc_format:t',
    rows: () => CATALOG_TYPES.map(typeRow),
  },
  pg_index: {
    columns:
      'indexrelid:o indrelid:o indnatts:s indnkeyatts:s indisunique:b indnullsnotdistinct:b indisprimary:b indisexclusion:b ' +
      'indimmediate:b indisclustered:b indisvalid:b indcheckxmin:b indisready:b indislive:b indisreplident:b indkey:S indcollation:O ' +
      'indclass:O indoption:S indexprs:t indpred:t svc_definition:t svc_column:t',
    rows: ({ tables }) => tables.filter(hasKey).map(indexRow),
  },
  pg_constraint: {
    columns:
      'oid:o conname:t connamespace:o contype:t condeferrable:b condeferred:b convalidated:b conrelid:o contypid:o conindid:o ' +
      'conparentid:o confrelid:o confupdtype:t confdeltype:t confmatchtype:t conislocal:b coninhcount:i connoinherit:b conkey:S ' +
      'confkey:S conpfeqop:O conbin:t svc_definition:t',
    rows: ({ tables }) => tables.filter(hasKey).map(constraintRow),
  },
  pg_description: {
    columns: 'objoid:o classoid:o objsubid:i description:t',
    rows: ({ tables }) => tables.flatMap(descriptionRows),
  },
  pg_database: {
    columns:
      'oid:o datname:t datdba:o encoding:i datlocprovider:t datistemplate:b datallowconn:b datconnlimit:i datlastsysoid:o ' +
      'datfrozenxid:o datminmxid:o dattablespace:o datcollate:t datctype:t daticulocale:t datcollversion:t datacl:T',
    rows: ({ database }) => [
      {
        oid: FIRST_DATABASE,
        datname: database,
        datdba: OWNER,
        encoding: UTF8,
        datlocprovider: 'c',
        datistemplate: false,
        datallowconn: true,
        datconnlimit: -1,
        dattablespace: TABLESPACE,
        datcollate: 'C',
        datctype: 'C.UTF-8',
      },
    ],
  },
  pg_settings: {
    columns:
      'name:t setting:t unit:t category:t short_desc:t extra_desc:t context:t vartype:t source:t min_val:t max_val:t enumvals:T ' +
      'boot_val:t reset_val:t sourcefile:t sourceline:i pending_restart:b',
    rows: ({ settings }) =>
      [...settings].map(([name, setting]) => ({
        name,
        setting,
        context: 'user',
        vartype: 'string',
        source: 'session',
      })),
  },
  pg_roles: { columns: ROLE_COLUMNS(), rows: ({ user }) => [roleRow(user)] },
  pg_authid: { columns: ROLE_COLUMNS(), rows: ({ user }) => [roleRow(user)] },
  pg_user: {
    columns: 'usename:t usesysid:o usecreatedb:b usesuper:b userepl:b usebypassrls:b passwd:t valuntil:z useconfig:T',
    rows: ({ user }) => [{ usename: user, usesysid: OWNER, usecreatedb: false, usesuper: false, userepl: false }],
  },
  pg_am: {
    columns: 'oid:o amname:t amhandler:t amtype:t',
    rows: () => [
      { oid: HEAP, amname: 'heap', amtype: 't' },
      { oid: BTREE, amname: 'btree', amtype: 'i' },
    ],
  },
  pg_tablespace: {
    columns: 'oid:o spcname:t spcowner:o spcacl:T spcoptions:T',
    rows: () => [{ oid: TABLESPACE, spcname: 'pg_default', spcowner: OWNER }],
  },
  pg_collation: {
    columns:
      'oid:o collname:t collnamespace:o collowner:o collprovider:t collisdeterministic:b collencoding:i collcollate:t collctype:t',
    rows: () => [
      { oid: 100, collname: 'default', collnamespace: NAMESPACES.pg_catalog, collprovider: 'd', collencoding: -1 },
      { oid: 950, collname: 'C', collnamespace: NAMESPACES.pg_catalog, collprovider: 'c', collencoding: -1 },
    ],
  },
  pg_tables: {
    columns: 'schemaname:t tablename:t tableowner:t tablespace:t hasindexes:b hasrules:b hastriggers:b rowsecurity:b',
    rows: ({ tables, user }) =>
      tables.filter(hasKey).map(({ name }) => ({
        schemaname: 'public',
        tablename: name,
        tableowner: user,
        hasindexes: true,
        hasrules: false,
        hastriggers: false,
        rowsecurity: false,
      })),
  },
  pg_views: {
    columns: 'schemaname:t viewname:t viewowner:t definition:t',
    rows: ({ tables, user }) =>
      tables
        .filter((table) => !hasKey(table))
        .map(({ name }) => ({ schemaname: 'public', viewname: name, viewowner: user })),
  },
  pg_indexes: {
    columns: 'schemaname:t tablename:t indexname:t tablespace:t indexdef:t',
    rows: ({ tables }) =>
      tables.filter(hasKey).map((table) => ({
        schemaname: 'public',
        tablename: table.name,
        indexname: indexName(table),
        indexdef: indexDefinition(table),
      })),
  },
  pg_stat_user_tables: {
    columns: 'relid:o schemaname:t relname:t seq_scan:o idx_scan:o n_live_tup:o n_dead_tup:o',
    rows: ({ tables }) =>
      tables.map(({ oid, name, rowCount }) => ({
        relid: oid,
        schemaname: 'public',
        relname: name,
        n_live_tup: rowCount,
        n_dead_tup: 0,
      })),
  },
}

const FIRST_DATABASE = 16_384
const UTF8 = 6
const TABLESPACE = 1663

function ROLE_COLUMNS() {
  return (
    'oid:o rolname:t rolsuper:b rolinherit:b rolcreaterole:b rolcreatedb:b rolcanlogin:b rolreplication:b rolconnlimit:i ' +
    'rolpassword:t rolvaliduntil:z rolbypassrls:b rolconfig:T'
  )
}

const roleRow = (rolname: string): Row => ({
  oid: OWNER,
  rolname,
  rolsuper: false,
  rolinherit: true,
  rolcreaterole: false,
  rolcreatedb: false,
  rolcanlogin: true,
  rolreplication: false,
  rolconnlimit: -1,
  rolbypassrls: false,
})

export function pgRelation(name: string, source: CatalogSource): Relation | undefined {
  const known = Object.hasOwn(RELATIONS, name) ? RELATIONS[name] : undefined
  return known && { columns: columnsFrom(known.columns), rows: known.rows(source) }
}

export const isPgRelation = (name: string) => Object.hasOwn(RELATIONS, name)
