import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api'
import type { ResultColumn } from './encode/result-columns.ts'

/** Types that come back from a Parquet file just as they went in. HUGEINT would become DOUBLE there, and INTERVAL lose digits. */
const EXACT: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_TZ,
  DuckDBTypeId.UUID,
  DuckDBTypeId.VARCHAR,
  DuckDBTypeId.BLOB,
])

/** How a column of a result goes into the file: as it is, or as text. */
export function keptSql({ source }: ResultColumn, name: string): string {
  if (isExact(source)) return name
  return isNested(source) ? `CAST(to_json(${name}) AS VARCHAR)` : `CAST(${name} AS VARCHAR)`
}

/** And how it is read again, whether from the file or from lines: so that it is told as it was the first time. */
export function readKeptSql(name: string, product: string, isText: boolean): string {
  if (!isText || product === 'VARCHAR') return name
  // What is told as BIGINT may be larger than one: sums are.
  return `CAST(${name} AS ${product === 'BIGINT' ? 'HUGEINT' : product})`
}

export const isNested = (type: DuckDBType) => NESTED.has(type.typeId)

const NESTED: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
])

function isExact(type: DuckDBType): boolean {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) return isExact(type.valueType)
  if (type instanceof DuckDBMapType) return isExact(type.keyType) && isExact(type.valueType)
  if (type instanceof DuckDBStructType) return type.entryTypes.every(isExact)
  return EXACT.has(type.typeId)
}
