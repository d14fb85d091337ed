import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import { parseExactly } from '../../server/src/platform/exact-json.ts'
import { type ArrowPart, arrowColumns } from '../../server/test/arrow-parts.ts'

/** An answer in a form in which all can be compared: moments as numbers, decimals as their digits, JSON as its text. */
export type Answer = { names: readonly string[]; types: readonly string[]; rows: readonly Cell[][] }
export type Cell = string | null

const PRODUCT_TYPES: Readonly<Record<string, string>> = {
  TINYINT: 'INTEGER',
  SMALLINT: 'INTEGER',
  UTINYINT: 'INTEGER',
  USMALLINT: 'INTEGER',
  UINTEGER: 'BIGINT',
  HUGEINT: 'BIGINT',
  UBIGINT: 'DECIMAL(20,0)',
  FLOAT: 'DOUBLE',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMPTZ',
}
const OURS = /^(?:VARCHAR|INTEGER|BIGINT|DOUBLE|BOOLEAN|DATE|TIME|TIMESTAMP|UUID|JSON|DECIMAL\(\d+,\d+\))$/
const NESTED = /\[\d*\]$|^(?:STRUCT|MAP|UNION)\(/

/** The type under which the service reports a column of DuckDB. */
export function productType(type: DuckDBType): string {
  const name = type.alias ?? String(type)
  if (NESTED.test(name)) return 'JSON'
  return PRODUCT_TYPES[name] ?? (OURS.test(name) ? name : 'VARCHAR')
}

/** SQL does not tell 0 from -0, so which of them a group shows is chance. */
const numberText = (value: number) => String(value === 0 ? 0 : value)

export function bareCell(type: DuckDBType, value: DuckDBValue): Cell {
  if (value === null) return null
  if (typeof value === 'number') return numberText(value)
  if (value instanceof DuckDBDecimalValue) return String(value.value)
  if (value instanceof DuckDBDateValue) return value.isFinite ? String(value.days) : null
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return value.isFinite ? String(value.micros) : null
  if (value instanceof DuckDBTimeValue) return String(value.micros)
  const reported = productType(type)
  if (reported !== 'JSON') return String(value)
  return typeof value === 'string' ? jsonText(value) : JSON.stringify(nested(value))
}

/** What is inside of lists and the like: the questions make only such of whole numbers, decimals, texts and flags. */
function nested(value: DuckDBValue): unknown {
  if (value instanceof DuckDBListValue) return value.items.map(nested)
  if (value instanceof DuckDBStructValue)
    return Object.fromEntries(Object.entries(value.entries).map(([name, entry]) => [name, nested(entry)]))
  if (value instanceof DuckDBMapValue)
    return Object.fromEntries(value.entries.map(({ key, value: entry }) => [String(key), nested(entry)]))
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof DuckDBDecimalValue) return String(value)
  return value
}

const jsonText = (text: string) => JSON.stringify(parseExactly(text))

/** From a body of JSON, its rows as arrays or objects. */
export function readJson(body: string): Answer {
  // Safe: the proof fails at once if it is anything else.
  const { columns, rows } = parseExactly(body) as {
    columns: { name: string; type: string }[]
    rows: (unknown[] | Record<string, unknown>)[]
  }
  const cellsOf = (row: unknown[] | Record<string, unknown>) =>
    Array.isArray(row) ? row : columns.map(({ name }) => row[name])
  return {
    names: columns.map(({ name }) => name),
    types: columns.map(({ type }) => type),
    rows: rows.map((row) => cellsOf(row).map((cell, n) => jsonCell(columns[n]?.type ?? '', cell))),
  }
}

function jsonCell(type: string, value: unknown): Cell {
  if (type === 'JSON') return value === null ? null : JSON.stringify(value)
  if (value === null || value === undefined) return null
  if (type === 'DOUBLE') return numberText(Number(JSON.stringify(value)))
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (type.startsWith('DECIMAL')) return String(BigInt(text.replace('.', '')))
  if (type === 'DATE') return String(microsOf(`${text}T00:00:00`) / 86_400_000_000n)
  if (type === 'TIMESTAMP' || type === 'TIMESTAMPTZ') return String(microsOf(text.replace('Z', '')))
  return type === 'TIME' ? String(microsOf(`1970-01-01T${text}`)) : text
}

function microsOf(text: string): bigint {
  const [second = '', fraction = ''] = text.split('.')
  return BigInt(Date.parse(`${second}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
}

/** From an Arrow stream. */
export function readArrow(body: Uint8Array): Answer {
  const columns = arrowColumns(body)
  const cells = columns.map(({ type, parts }) =>
    parts.flatMap((part) =>
      Array.from({ length: part.length }, (_, row) => (part.isThere(row) ? arrowCell(type, part, row) : null)),
    ),
  )
  const rowCount = cells[0]?.length ?? 0
  return {
    names: columns.map(({ name }) => name),
    types: columns.map(({ type }) => type),
    rows: Array.from({ length: rowCount }, (_, row) => cells.map((column) => column[row] ?? null)),
  }
}

function arrowCell(type: string, { values, valueOffsets, stride }: ArrowPart, row: number): Cell {
  if (type === 'BOOLEAN') return String(((values[row >> 3] ?? 0) & (1 << (row & 7))) !== 0)
  if (type === 'DOUBLE') return numberText(Number(values[row]))
  if (type.startsWith('DECIMAL')) return decimalText(values.subarray(row * stride, (row + 1) * stride))
  if (type !== 'VARCHAR' && type !== 'UUID' && type !== 'JSON') return String(values[row])
  const text = Buffer.from(values.subarray(valueOffsets[row], valueOffsets[row + 1])).toString()
  return type === 'JSON' ? jsonText(text) : text
}

/** Words of 32 bits, the lowest first. */
function decimalText(words: Iterable<number>): string {
  const bits = [...words].reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n)
  return String(BigInt.asIntN(128, bits))
}
