/** A relation of the catalog: the names and types of its columns, and rows that name as many of them as are not NULL. */
export type Relation = { columns: readonly (readonly [name: string, type: string])[]; rows: readonly Row[] }
export type Row = Readonly<Record<string, unknown>>

const TYPES: Readonly<Record<string, string>> = {
  o: 'UINTEGER',
  i: 'INTEGER',
  s: 'SMALLINT',
  f: 'FLOAT',
  t: 'VARCHAR',
  b: 'BOOLEAN',
  O: 'UINTEGER[]',
  S: 'SMALLINT[]',
  T: 'VARCHAR[]',
  z: 'TIMESTAMPTZ',
}

/** `oid:o relname:t`: o numbers of objects, i and s integers, t texts, b booleans, O and T lists. */
export const columnsFrom = (text: string): Relation['columns'] =>
  text
    .trim()
    .split(/\s+/)
    .map((part) => {
      const [name = '', letter = 't'] = part.split(':')
      return [name, TYPES[letter] ?? 'VARCHAR'] as const
    })

/** The relation as a part of WITH. Its rows come as the parameter of this number, so that nothing of them is read as SQL. */
export function relationSql(name: string, { columns, rows }: Relation, parameter: number): string {
  if (rows.length === 0) {
    const cells = columns.map(([column, type]) => `CAST(NULL AS ${type}) AS ${column}`)
    return `${name} AS (SELECT ${cells.join(', ')} WHERE false)`
  }
  const cells = columns.map(([column, type], n) => `${cellSql(type, n)} AS ${column}`)
  return `${name} AS (SELECT ${cells.join(', ')} FROM (SELECT unnest(from_json(CAST($${parameter} AS JSON), '[["VARCHAR"]]')) AS r))`
}

/** Cells travel as texts; a list is JSON in one. */
function cellSql(type: string, n: number): string {
  const cell = `r[${n + 1}]`
  if (type === 'VARCHAR') return cell
  return type.endsWith('[]')
    ? `from_json(CAST(${cell} AS JSON), '["${type.slice(0, -2)}"]')`
    : `CAST(${cell} AS ${type})`
}

export const rowsJson = ({ columns, rows }: Relation): string =>
  JSON.stringify(rows.map((row) => columns.map(([name]) => cellText(row[name]))))

function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? JSON.stringify(value) : String(value)
}
