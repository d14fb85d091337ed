/** The types a column can have. Other spellings of them are read; this is how they are written. */
export type ColumnType = PlainType | DecimalType
type PlainType = { readonly name: PlainTypeName }
export type DecimalType = { readonly name: 'DECIMAL'; readonly precision: number; readonly scale: number }
export type PlainTypeName =
  | 'VARCHAR' | 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'TIME' | 'TIMESTAMP' | 'TIMESTAMPTZ' | 'UUID'
  | 'JSON' // biome-ignore format: a list

const MOST_DIGITS = 38
const PLAIN_DECIMAL: DecimalType = { name: 'DECIMAL', precision: MOST_DIGITS, scale: 10 }

const SPELT: ReadonlyMap<string, PlainTypeName> = new Map([
  ['VARCHAR', 'VARCHAR'],
  ['TEXT', 'VARCHAR'],
  ['STRING', 'VARCHAR'],
  ['INTEGER', 'INTEGER'],
  ['INT', 'INTEGER'],
  ['BIGINT', 'BIGINT'],
  ['DOUBLE', 'DOUBLE'],
  ['FLOAT', 'DOUBLE'],
  ['REAL', 'DOUBLE'],
  ['BOOLEAN', 'BOOLEAN'],
  ['BOOL', 'BOOLEAN'],
  ['DATE', 'DATE'],
  ['TIME', 'TIME'],
  ['TIMESTAMP', 'TIMESTAMP'],
  ['DATETIME', 'TIMESTAMP'],
  ['TIMESTAMPTZ', 'TIMESTAMPTZ'],
  ['UUID', 'UUID'],
  ['JSON', 'JSON'],
])

/** One of each: a node remembers the columns of many thousand tables. */
const ONE_OF_EACH = new Map([...SPELT.values()].map((name): [PlainTypeName, PlainType] => [name, { name }]))

/** How types are written, for callers who wrote something else. */
export const COLUMN_TYPE_NAMES: readonly string[] = [...ONE_OF_EACH.keys(), 'DECIMAL(18,2)']

/** Letters are ASCII only: `ı` and `ſ` have I and S as their capitals, and are neither. */
const SPELLING = /^\s*([A-Za-z]+)\s*(?:\(\s*([0-9]{1,2})\s*(?:,\s*([0-9]{1,2})\s*)?\)\s*)?$/

export function parseColumnType(text: string): ColumnType | undefined {
  const [, word = '', digits, decimals = '0'] = SPELLING.exec(text) ?? []
  const name = word.toUpperCase()
  if (name === 'DECIMAL' || name === 'NUMERIC') {
    return digits === undefined ? PLAIN_DECIMAL : decimalType(Number(digits), Number(decimals))
  }
  const plain = SPELT.get(name)
  return plain && digits === undefined ? ONE_OF_EACH.get(plain) : undefined
}

function decimalType(precision: number, scale: number): DecimalType | undefined {
  const exists = precision >= 1 && precision <= MOST_DIGITS && scale <= precision
  return exists ? { name: 'DECIMAL', precision, scale } : undefined
}

/** DuckDB reads this spelling too. */
export function formatColumnType(type: ColumnType): string {
  return type.name === 'DECIMAL' ? `DECIMAL(${type.precision},${type.scale})` : type.name
}
