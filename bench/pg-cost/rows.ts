import type pg from 'pg'
import type { SeededColumn } from '../../proof/lib/fill-table.ts'

/** What row n holds, spelled so that DuckDB and PostgreSQL compute the same. */
export const COLUMNS: readonly SeededColumn[] = [
  { name: 'id', type: 'BIGINT', sql: 'n' },
  { name: 'name', type: 'VARCHAR', sql: "'取引先 ' || (n % 1000)" },
  { name: 'kind', type: 'VARCHAR', sql: "'区分 ' || (n % 10)" },
  { name: 'day', type: 'DATE', sql: "DATE '2020-01-01' + CAST(n % 2000 AS INTEGER)" },
  { name: 'qty', type: 'INTEGER', sql: 'n % 5000' },
  { name: 'price', type: 'DECIMAL(10,2)', sql: 'CAST(n % 99999 AS DECIMAL(10,2)) * 0.01' },
  { name: 'rate', type: 'DOUBLE PRECISION', sql: 'CAST(n % 100 AS DOUBLE PRECISION) / 1000' },
  { name: 'ok', type: 'BOOLEAN', sql: 'n % 2 = 0' },
  { name: 'note', type: 'VARCHAR', sql: "'備考 ' || n || '-' || (n * 7919 % 1000003)" },
  { name: 'at', type: 'TIMESTAMP', sql: "TIMESTAMP '2020-01-01 00:00:00' + (n % 1000000) * INTERVAL '1 second'" },
]

const NAMES = [...COLUMNS.map(({ name }) => `"${name}"`), '__svc_row_id'].join(', ')

export const readSql = (table: string) => `SELECT ${NAMES} FROM ${table}`

/** The same rows in PostgreSQL itself, at rest. */
export async function fillPostgres(admin: pg.Pool, rowCount: number) {
  const cells = COLUMNS.map(({ name, type, sql }) => `CAST(${sql} AS ${type}) AS "${name}"`)
  await admin.query(
    `CREATE TABLE peer AS SELECT ${cells.join(', ')}, n AS __svc_row_id FROM generate_series(1::bigint, ${rowCount}) AS numbers (n)`,
  )
  await admin.query('VACUUM (FREEZE, ANALYZE) peer')
}
