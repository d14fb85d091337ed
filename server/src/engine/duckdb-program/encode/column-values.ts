import { type DuckDBDataChunk, DuckDBDecimalType, type DuckDBType, DuckDBTypeId, DuckDBVector } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { assertState } from '../../../platform/errors.ts'
import { canonicalText, jsonReader } from './nested-json.ts'
import type { ResultColumn } from './result-columns.ts'
import { packTexts, readTexts, type Texts } from './texts.ts'
import { isValid, readValidity, type Validity, withoutRows } from './validity.ts'

/**
 * The values of a column's rows, in one of five forms; each encoder knows from the column's type what they mean. A huge is
 * two words of 64 bits, the lower one first.
 */
export type ColumnValues = { validity: Validity } & (
  | { form: 'flags'; flags: Uint8Array }
  | { form: 'numbers'; numbers: NumberArray }
  | { form: 'longs'; longs: BigInt64Array }
  | { form: 'huges'; huges: BigInt64Array }
  | ({ form: 'texts' } & Texts)
)
export type NumberArray =
  | Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array // biome-ignore format: a list

export type ReadColumn = { column: ResultColumn; values: ColumnValues }

/** Copies all that is in the chunk: nothing of DuckDB's own memory is touched afterwards. */
export function readColumns(columns: readonly ResultColumn[], chunk: DuckDBDataChunk): ReadColumn[] {
  const { rowCount } = chunk
  const read = columns.map((column, n) => ({
    column,
    values: readColumn(column.source, duckdb.data_chunk_get_vector(chunk.chunk, column.place ?? n), rowCount),
  }))
  // The memory lives as long as the chunk, and the chunk only as long as something still asks for it.
  assertState(chunk.columnCount >= columns.length, 'a chunk has the columns of its result')
  return read
}

export function readColumn(source: DuckDBType, vector: duckdb.Vector, rowCount: number): ColumnValues {
  const validity = readValidity(vector, rowCount)
  const numbers = NUMBERS.get(numberTypeOf(source))
  if (numbers) return { form: 'numbers', validity, numbers: numbers(vector, rowCount) }
  switch (source.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return { form: 'flags', validity, flags: duckdb.vector_get_data(vector, rowCount) }
    case DuckDBTypeId.DATE:
      return readDays(vector, rowCount, validity)
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.TIME:
      return { form: 'longs', validity, longs: longsOf(vector, rowCount) }
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return readMoments(vector, rowCount, validity, 1n)
    case DuckDBTypeId.TIMESTAMP_MS:
      return readMoments(vector, rowCount, validity, 1_000n)
    case DuckDBTypeId.TIMESTAMP_S:
      return readMoments(vector, rowCount, validity, 1_000_000n)
    case DuckDBTypeId.UBIGINT:
      return { form: 'huges', validity, huges: widened(longsOf(vector, rowCount)) }
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UUID:
      return { form: 'huges', validity, huges: longsOf(vector, rowCount * 2) }
    case DuckDBTypeId.DECIMAL:
      return readDecimals(source, vector, rowCount, validity)
    default:
      return { form: 'texts', ...readOthers(source, vector, rowCount, validity) }
  }
}

const bytesOf = (vector: duckdb.Vector, count: number, width: number) => {
  const { buffer, byteOffset } = duckdb.vector_get_data(vector, count * width)
  return [buffer, byteOffset, count] as const
}

const longsOf = (vector: duckdb.Vector, count: number) => new BigInt64Array(...bytesOf(vector, count, 8))

/** Decimals of few digits are kept in smaller integers. */
function numberTypeOf(source: DuckDBType): DuckDBTypeId {
  if (!(source instanceof DuckDBDecimalType)) return source.typeId
  if (source.width <= 4) return DuckDBTypeId.SMALLINT
  return source.width <= 9 ? DuckDBTypeId.INTEGER : DuckDBTypeId.DECIMAL
}

const NUMBERS: ReadonlyMap<DuckDBTypeId, (vector: duckdb.Vector, count: number) => NumberArray> = new Map<
  DuckDBTypeId,
  (vector: duckdb.Vector, count: number) => NumberArray
>([
  [DuckDBTypeId.TINYINT, (vector, count) => new Int8Array(...bytesOf(vector, count, 1))],
  [DuckDBTypeId.SMALLINT, (vector, count) => new Int16Array(...bytesOf(vector, count, 2))],
  [DuckDBTypeId.INTEGER, (vector, count) => new Int32Array(...bytesOf(vector, count, 4))],
  [DuckDBTypeId.UTINYINT, (vector, count) => new Uint8Array(...bytesOf(vector, count, 1))],
  [DuckDBTypeId.USMALLINT, (vector, count) => new Uint16Array(...bytesOf(vector, count, 2))],
  [DuckDBTypeId.UINTEGER, (vector, count) => new Uint32Array(...bytesOf(vector, count, 4))],
  [DuckDBTypeId.FLOAT, (vector, count) => new Float32Array(...bytesOf(vector, count, 4))],
  [DuckDBTypeId.DOUBLE, (vector, count) => new Float64Array(...bytesOf(vector, count, 8))],
])

const INFINITE_DAY = 2 ** 31 - 1

/** A day at infinity is no day: NULL, as in JSON. */
function readDays(vector: duckdb.Vector, rowCount: number, validity: Validity): ColumnValues {
  const numbers = new Int32Array(...bytesOf(vector, rowCount, 4))
  const infinite: number[] = []
  for (let row = 0; row < rowCount; row++) if (Math.abs(numbers[row] ?? 0) >= INFINITE_DAY) infinite.push(row)
  return { form: 'numbers', validity: withoutRows(validity, rowCount, infinite), numbers }
}

const LARGEST_MOMENT = 2n ** 63n - 2n

function readMoments(vector: duckdb.Vector, rowCount: number, validity: Validity, unitMicros: bigint): ColumnValues {
  const longs = longsOf(vector, rowCount)
  const infinite: number[] = []
  if (unitMicros === 1n) addInfinite(longs, infinite)
  else {
    const most = LARGEST_MOMENT / unitMicros
    for (let row = 0; row < rowCount; row++) {
      const moment = longs[row] ?? 0n
      if (moment > most || moment < -most) infinite.push(row)
      else longs[row] = moment * unitMicros
    }
  }
  return { form: 'longs', validity: withoutRows(validity, rowCount, infinite), longs }
}

const [HIGHEST_WORD, LOWEST_WORD] = [2 ** 31 - 1, -(2 ** 31)]

/** Rows whose moment is none, by their words of 32 bits: a bigint for each would take longer than all the rest. */
function addInfinite(longs: BigInt64Array, infinite: number[]) {
  const words = new Int32Array(longs.buffer, longs.byteOffset, longs.length * 2)
  for (let row = 0; row < longs.length; row++) {
    const high = words[row * 2 + 1] ?? 0
    if (high !== HIGHEST_WORD && high !== LOWEST_WORD) continue
    const moment = longs[row] ?? 0n
    if (moment > LARGEST_MOMENT || moment < -LARGEST_MOMENT) infinite.push(row)
  }
}

function readDecimals(source: DuckDBType, vector: duckdb.Vector, rowCount: number, validity: Validity): ColumnValues {
  const isLong = source instanceof DuckDBDecimalType && source.width <= 18
  return isLong
    ? { form: 'longs', validity, longs: longsOf(vector, rowCount) }
    : { form: 'huges', validity, huges: longsOf(vector, rowCount * 2) }
}

/** Of unsigned numbers the upper word is 0. */
function widened(longs: BigInt64Array): BigInt64Array {
  const huges = new BigInt64Array(longs.length * 2)
  longs.forEach((long, n) => {
    huges[n * 2] = long
  })
  return huges
}

function readOthers(source: DuckDBType, vector: duckdb.Vector, rowCount: number, validity: Validity) {
  if (source.typeId === DuckDBTypeId.VARCHAR && source.alias !== 'JSON') {
    return { validity, ...readTexts(vector, rowCount, validity) }
  }
  const textOf = otherText(source, vector, rowCount)
  const texts = Array.from({ length: rowCount }, (_, row) => (isValid(validity, row) ? textOf(row) : null))
  const missing = texts.flatMap((text, row) => (text === null ? [row] : []))
  return { validity: withoutRows(validity, rowCount, missing), ...packTexts(texts) }
}

const NESTED: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
])

function otherText(source: DuckDBType, vector: duckdb.Vector, rowCount: number): (row: number) => string | null {
  if (NESTED.has(source.typeId)) return jsonReader(source, vector, rowCount)
  const values = DuckDBVector.create(vector, rowCount, source)
  return (row) => canonicalText(source, values.getItem(row))
}

export function hugeAt(huges: BigInt64Array, row: number): bigint {
  return ((huges[row * 2 + 1] ?? 0n) << 64n) | BigInt.asUintN(64, huges[row * 2] ?? 0n)
}

/** DuckDB keeps it as a signed number, with the first bit turned so that the order is that of the texts. */
export const uuidBits = (huges: BigInt64Array, row: number) => BigInt.asUintN(128, hugeAt(huges, row) ^ (1n << 127n))
