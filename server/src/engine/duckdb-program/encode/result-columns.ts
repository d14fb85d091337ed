import { DuckDBDecimalType, type DuckDBResult, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import type { ColumnType } from '../../table/column-type.ts'

/** A column of a query's answer: what it is called and which type of ours its values have, whatever type DuckDB gave it. */
export type ResultColumn = {
  name: string
  type: ColumnType
  source: DuckDBType
  /** Where it stands in a chunk; where it stands among the columns when left out. */
  place?: number
}

export function resultColumns(result: DuckDBResult): readonly ResultColumn[] {
  const names = distinctNames(result.columnNames())
  return result.columnTypes().map((source, n) => ({ name: names[n] ?? '', type: productType(source), source }))
}

/** A row is an object, which has each name once: the second `a` is `a_2`, unless there is one. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names)
  const given = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let n = 2; given.has(distinct) || (distinct !== name && taken.has(distinct)); n++) distinct = `${name}_${n}`
    given.add(distinct)
    return distinct
  })
}

/**
 * The nearest type of ours that holds every value. Two are chosen for those who read the answer: sums of whole numbers are
 * HUGEINT and sent as BIGINT, in JSON a number while it is exact; what BIGINT cannot hold is a string there and refused in
 * Arrow. Where ours has fewer digits of a second or no such thing, the value is the text that CAST to VARCHAR makes.
 */
export function productType(source: DuckDBType): ColumnType {
  if (source.typeId === DuckDBTypeId.VARCHAR) return source.alias === 'JSON' ? { name: 'JSON' } : { name: 'VARCHAR' }
  if (source instanceof DuckDBDecimalType) {
    return { name: 'DECIMAL', precision: source.width, scale: source.scale }
  }
  return PRODUCT_TYPES.get(source.typeId) ?? { name: 'VARCHAR' }
}

const INTEGER = { name: 'INTEGER' } as const
const BIGINT = { name: 'BIGINT' } as const
const TIMESTAMP = { name: 'TIMESTAMP' } as const
const JSON_TYPE = { name: 'JSON' } as const

/** What is not here is VARCHAR: ENUM, BLOB, BIT, INTERVAL, TIMETZ, TIME_NS, TIMESTAMP_NS, UHUGEINT, BIGNUM, VARIANT, GEOMETRY. */
const PRODUCT_TYPES: ReadonlyMap<DuckDBTypeId, ColumnType> = new Map<DuckDBTypeId, ColumnType>([
  [DuckDBTypeId.BOOLEAN, { name: 'BOOLEAN' }],
  [DuckDBTypeId.TINYINT, INTEGER],
  [DuckDBTypeId.SMALLINT, INTEGER],
  [DuckDBTypeId.INTEGER, INTEGER],
  [DuckDBTypeId.UTINYINT, INTEGER],
  [DuckDBTypeId.USMALLINT, INTEGER],
  [DuckDBTypeId.UINTEGER, BIGINT],
  [DuckDBTypeId.BIGINT, BIGINT],
  [DuckDBTypeId.HUGEINT, BIGINT],
  [DuckDBTypeId.UBIGINT, { name: 'DECIMAL', precision: 20, scale: 0 }],
  [DuckDBTypeId.FLOAT, { name: 'DOUBLE' }],
  [DuckDBTypeId.DOUBLE, { name: 'DOUBLE' }],
  [DuckDBTypeId.DATE, { name: 'DATE' }],
  [DuckDBTypeId.TIME, { name: 'TIME' }],
  [DuckDBTypeId.TIMESTAMP, TIMESTAMP],
  [DuckDBTypeId.TIMESTAMP_S, TIMESTAMP],
  [DuckDBTypeId.TIMESTAMP_MS, TIMESTAMP],
  [DuckDBTypeId.TIMESTAMP_TZ, { name: 'TIMESTAMPTZ' }],
  [DuckDBTypeId.UUID, { name: 'UUID' }],
  [DuckDBTypeId.LIST, JSON_TYPE],
  [DuckDBTypeId.ARRAY, JSON_TYPE],
  [DuckDBTypeId.STRUCT, JSON_TYPE],
  [DuckDBTypeId.MAP, JSON_TYPE],
  [DuckDBTypeId.UNION, JSON_TYPE],
])
