import { type CATALOG_TYPES, modifierOf, oidOfColumn, typeByOid } from './catalog-types.ts'
import type { Row } from './relation.ts'
import type { VisibleTable } from './visible-table.ts'

/** Rows of PostgreSQL's catalog about a table, its columns and its key. */

export const NAMESPACES = { pg_catalog: 11, public: 2200, information_schema: 13_000 } as const
export const OWNER = 10
export const BTREE = 403
export const HEAP = 2
export const CLASS_OF_TABLES = 1259

/** What a transform makes has row ids too, but none that lasts: only tables have a key. */
export const hasKey = ({ kind }: VisibleTable) => kind === 'table'

export function classRows(table: VisibleTable): Row[] {
  const { oid, name, kind, rowCount, columns } = table
  const common = {
    relnamespace: NAMESPACES.public,
    reltype: 0,
    reloftype: 0,
    relowner: OWNER,
    reltablespace: 0,
    relpages: 0,
    relallvisible: 0,
    reltoastrelid: 0,
    relisshared: false,
    relpersistence: 'p',
    relchecks: 0,
    relhasrules: false,
    relhastriggers: false,
    relhassubclass: false,
    relrowsecurity: false,
    relforcerowsecurity: false,
    relispopulated: true,
    relispartition: false,
    relrewrite: 0,
    relhasoids: false,
  }
  const own = { ...common, oid, relname: name, relam: HEAP, relfilenode: oid, reltuples: rowCount, relreplident: 'd' }
  const relkind = kind === 'table' ? 'r' : 'v'
  const tableRow = { ...own, relkind, relnatts: columns.length, relhasindex: hasKey(table) }
  if (!hasKey(table)) return [tableRow]
  const index = { oid: table.indexOid, relname: indexName(table), relam: BTREE, relfilenode: table.indexOid }
  return [
    tableRow,
    { ...common, ...index, reltuples: rowCount, relkind: 'i', relnatts: 1, relhasindex: false, relreplident: 'n' },
  ]
}

export const indexName = ({ name }: Pick<VisibleTable, 'name'>) => `${name}_pkey`

export function attributeRows({ oid, columns }: VisibleTable): Row[] {
  return columns.map(({ number, name, type, isKey }) => {
    const atttypid = oidOfColumn(type)
    return {
      attrelid: oid,
      attname: name,
      atttypid,
      attstattarget: -1,
      attlen: typeByOid(atttypid)?.size ?? -1,
      attnum: number,
      attndims: 0,
      attcacheoff: -1,
      atttypmod: modifierOf(type),
      attbyval: false,
      attalign: 'i',
      attstorage: 'p',
      attcompression: '',
      attnotnull: isKey,
      atthasdef: false,
      atthasmissing: false,
      attidentity: '',
      attgenerated: '',
      attisdropped: false,
      attislocal: true,
      attinhcount: 0,
      attcollation: 0,
    }
  })
}

export const typeRow = ({
  oid,
  name,
  format,
  category,
  size,
  array,
  element,
}: (typeof CATALOG_TYPES)[number]): Row => ({
  oid,
  typname: name,
  typnamespace: NAMESPACES.pg_catalog,
  typowner: OWNER,
  typlen: size,
  typbyval: size > 0 && size <= 8,
  typtype: category === 'P' ? 'p' : 'b',
  typcategory: category,
  typispreferred: ['bool', 'float8', 'text', 'timestamptz', 'oid'].includes(name),
  typisdefined: true,
  typdelim: ',',
  typrelid: 0,
  typsubscript: category === 'A' ? 'array_subscript_handler' : '-',
  typelem: element,
  typarray: array,
  typinput: category === 'A' ? 'array_in' : `${name}in`,
  typoutput: category === 'A' ? 'array_out' : `${name}out`,
  typreceive: category === 'A' ? 'array_recv' : `${name}recv`,
  typsend: category === 'A' ? 'array_send' : `${name}send`,
  typnotnull: false,
  typbasetype: 0,
  typtypmod: -1,
  typndims: 0,
  typcollation: category === 'S' ? 100 : 0,
  svc_format: format,
})

const keyOf = ({ columns }: VisibleTable) => columns.find(({ isKey }) => isKey)

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

export const indexDefinition = (table: VisibleTable) =>
  `CREATE UNIQUE INDEX ${quoted(indexName(table))} ON public.${quoted(table.name)} USING btree (${keyOf(table)?.name})`

export const indexRow = (table: VisibleTable): Row => ({
  indexrelid: table.indexOid,
  indrelid: table.oid,
  indnatts: 1,
  indnkeyatts: 1,
  indisunique: true,
  indnullsnotdistinct: false,
  indisprimary: true,
  indisexclusion: false,
  indimmediate: true,
  indisclustered: false,
  indisvalid: true,
  indcheckxmin: false,
  indisready: true,
  indislive: true,
  indisreplident: false,
  indkey: [keyOf(table)?.number],
  indcollation: [0],
  indclass: [0],
  indoption: [0],
  svc_definition: indexDefinition(table),
  svc_column: keyOf(table)?.name,
})

export const constraintRow = (table: VisibleTable): Row => ({
  // A number of its own, beside that of the index.
  oid: table.indexOid,
  conname: indexName(table),
  connamespace: NAMESPACES.public,
  contype: 'p',
  condeferrable: false,
  condeferred: false,
  convalidated: true,
  conrelid: table.oid,
  contypid: 0,
  conindid: table.indexOid,
  conparentid: 0,
  confrelid: 0,
  confupdtype: ' ',
  confdeltype: ' ',
  confmatchtype: ' ',
  conislocal: true,
  coninhcount: 0,
  connoinherit: true,
  conkey: [keyOf(table)?.number],
  svc_definition: `PRIMARY KEY (${keyOf(table)?.name})`,
})

export function descriptionRows({ oid, description, columns }: VisibleTable): Row[] {
  const rows = columns.map((column) => ({ objoid: oid, objsubid: column.number, description: column.description }))
  return [{ objoid: oid, objsubid: 0, description }, ...rows]
    .filter((row) => row.description !== null)
    .map((row) => ({ ...row, classoid: CLASS_OF_TABLES }))
}
