import {
  DuckDBArrayType,
  DuckDBGeometryValue,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionType,
  type DuckDBValue,
  DuckDBVector,
  UTINYINT,
} from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import { formatMoment } from '../../values/calendar.ts'
import { encodeToJsonText } from '../../values/values.ts'
import { productType } from './result-columns.ts'
import { isValid, readValidity } from './validity.ts'

/** JSON text of a row's value. */
type JsonReader = (row: number) => string

/**
 * Lists, structs, maps and unions as JSON, and what is in them as a cell of its type would be. Read from the vectors: the
 * client's own values lose all but one member of a struct without names. A map is an object, for its keys are distinct; a
 * union is an object with the one member it has.
 */
export function jsonReader(type: DuckDBType, vector: duckdb.Vector, rowCount: number): JsonReader {
  const read = nestedReader(type, vector, rowCount)
  if (!read) return leafReader(type, vector, rowCount)
  const validity = readValidity(vector, rowCount)
  return (row) => (isValid(validity, row) ? read(row) : 'null')
}

function nestedReader(type: DuckDBType, vector: duckdb.Vector, rowCount: number): JsonReader | undefined {
  if (type instanceof DuckDBListType) return listReader(type, vector, rowCount)
  if (type instanceof DuckDBArrayType) return arrayReader(type, vector, rowCount)
  if (type instanceof DuckDBStructType) return structReader(type, vector, rowCount)
  if (type instanceof DuckDBMapType) return mapReader(type, vector, rowCount)
  if (type instanceof DuckDBUnionType) return unionReader(type, vector, rowCount)
  return undefined
}

function leafReader(type: DuckDBType, vector: duckdb.Vector, rowCount: number): JsonReader {
  const values = DuckDBVector.create(vector, rowCount, type)
  const product = productType(type)
  return (row) => encodeToJsonText(product, canonicalText(type, values.getItem(row)))
}

type Slice = { from: number; to: number }

function entriesOf(vector: duckdb.Vector, rowCount: number): (row: number) => Slice {
  const bytes = duckdb.vector_get_data(vector, rowCount * 16)
  const entries = new BigUint64Array(bytes.buffer, bytes.byteOffset, rowCount * 2)
  return (row) => {
    const from = Number(entries[row * 2])
    return { from, to: from + Number(entries[row * 2 + 1]) }
  }
}

function listReader(type: DuckDBListType, vector: duckdb.Vector, rowCount: number): JsonReader {
  const sliceOf = entriesOf(vector, rowCount)
  const items = jsonReader(type.valueType, duckdb.list_vector_get_child(vector), duckdb.list_vector_get_size(vector))
  return (row) => `[${each(sliceOf(row), items)}]`
}

function arrayReader({ valueType, length }: DuckDBArrayType, vector: duckdb.Vector, rowCount: number): JsonReader {
  const items = jsonReader(valueType, duckdb.array_vector_get_child(vector), rowCount * length)
  return (row) => `[${each({ from: row * length, to: (row + 1) * length }, items)}]`
}

function structReader(type: DuckDBStructType, vector: duckdb.Vector, rowCount: number): JsonReader {
  const hasNames = type.entryNames.every((name) => name !== '')
  const members = type.entryTypes.map((entryType, n) => ({
    key: hasNames ? `${JSON.stringify(type.entryNames[n])}:` : '',
    read: jsonReader(entryType, duckdb.struct_vector_get_child(vector, n), rowCount),
  }))
  const [open, close] = hasNames ? '{}' : '[]'
  return (row) => `${open}${members.map(({ key, read }) => key + read(row)).join(',')}${close}`
}

function mapReader({ keyType, valueType }: DuckDBMapType, vector: duckdb.Vector, rowCount: number): JsonReader {
  const sliceOf = entriesOf(vector, rowCount)
  const entries = duckdb.list_vector_get_child(vector)
  const count = duckdb.list_vector_get_size(vector)
  const keys = jsonReader(keyType, duckdb.struct_vector_get_child(entries, 0), count)
  const values = jsonReader(valueType, duckdb.struct_vector_get_child(entries, 1), count)
  return (row) => `{${each(sliceOf(row), (n) => `${asName(keys(n))}:${values(n)}`)}}`
}

const asName = (json: string) => (json.startsWith('"') ? json : JSON.stringify(json))

function unionReader(type: DuckDBUnionType, vector: duckdb.Vector, rowCount: number): JsonReader {
  const tags = DuckDBVector.create(duckdb.struct_vector_get_child(vector, 0), rowCount, UTINYINT)
  const members = type.memberTypes.map((memberType, n) => ({
    key: JSON.stringify(type.memberTags[n]),
    read: jsonReader(memberType, duckdb.struct_vector_get_child(vector, n + 1), rowCount),
  }))
  return (row) => {
    const member = members[Number(tags.getItem(row))]
    return member ? `{${member.key}:${member.read(row)}}` : 'null'
  }
}

function each({ from, to }: Slice, read: JsonReader): string {
  const parts: string[] = []
  for (let n = from; n < to; n++) parts.push(read(n))
  return parts.join(',')
}

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
