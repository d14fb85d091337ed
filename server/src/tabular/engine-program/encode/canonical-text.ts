import {
  DuckDBGeometryValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api'
import { canonicalFromDuckDb } from '../../duckdb-values.ts'
import { formatMoment } from '../../values/moment-text.ts'
import { productType } from './result-columns.ts'

/** A value of any type that holds no others, as canonical text of the type it has for us. */
export function canonicalText(source: DuckDBType, value: DuckDBValue): string | null {
  if (value === null || isInfinite(value)) return null
  if (value instanceof DuckDBTimestampSecondsValue) return formatMoment(value.seconds * 1_000_000n)
  if (value instanceof DuckDBTimestampMillisecondsValue) return formatMoment(value.millis * 1_000n)
  // Well-known binary in hexadecimal digits, as databases of maps print it.
  if (value instanceof DuckDBGeometryValue) return Buffer.from(value.bytes).toString('hex').toUpperCase()
  const product = productType(source)
  if (product.name === 'VARCHAR' || source.typeId === DuckDBTypeId.UBIGINT) return String(value)
  return canonicalFromDuckDb(product, value)
}

function isInfinite(value: DuckDBValue): boolean {
  return (
    (value instanceof DuckDBTimestampSecondsValue ||
      value instanceof DuckDBTimestampMillisecondsValue ||
      value instanceof DuckDBTimestampNanosecondsValue) &&
    !value.isFinite
  )
}
