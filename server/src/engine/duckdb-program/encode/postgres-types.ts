import { DuckDBArrayType, DuckDBDecimalType, DuckDBListType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import type { PostgresColumn } from '../../reading/sql-question.ts'

/** The numbers by which PostgreSQL's catalog knows its types. Clients choose how to read a cell by them alone. */
export const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  timetz: 1266,
  numeric: 1700,
  uuid: 2950,
} as const

const SCALARS: ReadonlyMap<DuckDBTypeId, number> = new Map<DuckDBTypeId, number>([
  [DuckDBTypeId.BOOLEAN, OID.bool],
  [DuckDBTypeId.TINYINT, OID.int2],
  [DuckDBTypeId.UTINYINT, OID.int2],
  [DuckDBTypeId.SMALLINT, OID.int2],
  [DuckDBTypeId.USMALLINT, OID.int4],
  [DuckDBTypeId.INTEGER, OID.int4],
  [DuckDBTypeId.UINTEGER, OID.oid],
  [DuckDBTypeId.BIGINT, OID.int8],
  [DuckDBTypeId.UBIGINT, OID.numeric],
  [DuckDBTypeId.HUGEINT, OID.numeric],
  [DuckDBTypeId.UHUGEINT, OID.numeric],
  [DuckDBTypeId.DECIMAL, OID.numeric],
  [DuckDBTypeId.FLOAT, OID.float4],
  [DuckDBTypeId.DOUBLE, OID.float8],
  [DuckDBTypeId.BLOB, OID.bytea],
  [DuckDBTypeId.DATE, OID.date],
  [DuckDBTypeId.TIME, OID.time],
  [DuckDBTypeId.TIME_TZ, OID.timetz],
  [DuckDBTypeId.TIMESTAMP, OID.timestamp],
  [DuckDBTypeId.TIMESTAMP_S, OID.timestamp],
  [DuckDBTypeId.TIMESTAMP_MS, OID.timestamp],
  [DuckDBTypeId.TIMESTAMP_TZ, OID.timestamptz],
  [DuckDBTypeId.INTERVAL, OID.interval],
  [DuckDBTypeId.UUID, OID.uuid],
  [DuckDBTypeId.STRUCT, OID.json],
  [DuckDBTypeId.MAP, OID.json],
  [DuckDBTypeId.UNION, OID.json],
])

const ARRAYS: ReadonlyMap<number, number> = new Map([
  [OID.bool, 1000],
  [OID.bytea, 1001],
  [OID.int2, 1005],
  [OID.int4, 1007],
  [OID.text, 1009],
  [OID.int8, 1016],
  [OID.oid, 1028],
  [OID.float4, 1021],
  [OID.float8, 1022],
  [OID.timestamp, 1115],
  [OID.date, 1182],
  [OID.time, 1183],
  [OID.timestamptz, 1185],
  [OID.interval, 1187],
  [OID.numeric, 1231],
  [OID.timetz, 1270],
  [OID.uuid, 2951],
])

/** The type of PostgreSQL that holds every value of this one. Types that PostgreSQL does not have leave as text. */
export function oidOf(source: DuckDBType): number {
  if (source.typeId === DuckDBTypeId.VARCHAR) return source.alias === 'JSON' ? OID.json : OID.text
  const item = itemOf(source)
  // PostgreSQL's arrays of arrays are rectangles, and DuckDB's lists of lists need not be.
  if (item) return ARRAYS.get(oidOf(item)) ?? OID.json
  return SCALARS.get(source.typeId) ?? OID.text
}

/** The type of what a list holds. */
export const itemOf = (source: DuckDBType): DuckDBType | undefined =>
  source instanceof DuckDBListType || source instanceof DuckDBArrayType ? source.valueType : undefined

export const postgresColumn = (name: string, source: DuckDBType): PostgresColumn => ({
  name,
  oid: oidOf(source),
  modifier: source instanceof DuckDBDecimalType ? ((source.width << 16) | source.scale) + 4 : -1,
})
