import { DatabaseSync } from 'node:sqlite'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { fillTable, type SeededColumn, seedSql } from '../../proof/lib/fill-table.ts'
import { fromWireId } from '../../server/src/platform/ids.ts'
import type { Call } from '../../server/test/client.ts'
import type { RunningService } from '../../server/test/start-service.ts'

const SALES = 10_000
const CUSTOMERS = 500

/** A workbook of everyday size, and a SQLite file with the same rows. */
export type SalesWorkbook = { path: string; file: string }

type SalesTable = { name: string; columns: readonly SeededColumn[]; rowCount: number }

/** No two workbooks hold the same; whole numbers and texts mean the same to DuckDB and to SQLite. */
function salesTables(workbook: number): readonly SalesTable[] {
  const some = (use: number, below: number) => `(hash(n * 8 + ${use} + ${workbook * 1_000_003}) % ${below})::BIGINT`
  const oneOf = (use: number, words: readonly string[]) =>
    `[${words.map((word) => `'${word}'`).join(', ')}][${some(use, words.length)} + 1]`
  return [
    {
      name: 'customers',
      rowCount: CUSTOMERS,
      columns: [
        { name: 'id', type: 'BIGINT', sql: 'n' },
        { name: 'name', type: 'VARCHAR', sql: `'Customer ' || n` },
        { name: 'segment', type: 'VARCHAR', sql: oneOf(0, ['public', 'private', 'retail', 'export']) },
      ],
    },
    {
      name: 'sales',
      rowCount: SALES,
      columns: [
        { name: 'id', type: 'BIGINT', sql: 'n' },
        { name: 'customer_id', type: 'BIGINT', sql: `1 + ${some(0, CUSTOMERS)}` },
        { name: 'region', type: 'VARCHAR', sql: oneOf(1, ['north', 'south', 'east', 'west', 'overseas']) },
        { name: 'cents', type: 'BIGINT', sql: some(2, 1_000_000) },
        { name: 'quantity', type: 'BIGINT', sql: `1 + ${some(3, 50)}` },
        { name: 'sold_on', type: 'DATE', sql: `DATE '2024-01-01' + ${some(4, 700)}::INTEGER` },
        { name: 'note', type: 'VARCHAR', sql: `concat_ws(' ', ${oneOf(5, NOTES)}, ${oneOf(6, NOTES)}, 'lot', n)` },
      ],
    },
  ]
}

const NOTES = ['urgent', 'silent', 'returned', 'partial', 'sample', 'discounted', 'regular', 'final']

/** Small questions, as a page of a program asks them; both SQLs agree about them. */
export const LIGHT_QUERIES: Readonly<Record<string, () => string>> = {
  point: () => `SELECT id, customer_id, region, cents, sold_on, note FROM sales WHERE id = ${anyOf(SALES)}`,
  page: () => `SELECT id, customer_id, cents, sold_on FROM sales WHERE quantity = ${anyOf(50)} ORDER BY id LIMIT 50`,
  group: () => 'SELECT region, count(*) AS sales, sum(cents) AS cents FROM sales GROUP BY region ORDER BY region',
  top: () => 'SELECT id, cents, note FROM sales ORDER BY cents DESC, id LIMIT 10',
  join: () =>
    'SELECT c.segment, count(*) AS sales, sum(s.cents) AS cents FROM sales s JOIN customers c ON c.id = s.customer_id GROUP BY c.segment ORDER BY c.segment',
  search: () => `SELECT count(*) AS found FROM sales WHERE note LIKE '%silent lot ${anyOf(9)}%'`,
}

/** Compares every sale with every other. */
export const HEAVY_QUERY =
  'SELECT count(*) AS pairs FROM sales a, sales b WHERE (a.cents * b.quantity + a.quantity * b.cents) % 7 = 3'

const anyOf = (most: number) => 1 + Math.floor(Math.random() * most)

export type Seeding = { service: RunningService; call: Call; folder: string; say: (line: string) => void }

export async function seedSales({ service, call, folder, say }: Seeding, count: number): Promise<SalesWorkbook[]> {
  const duckdb = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const seeded: SalesWorkbook[] = []
  for (let n = 0; n < count; n++) {
    const tables = salesTables(n)
    const file = `${folder}/book${n}.db`
    await writeSqlite(duckdb, file, tables)
    seeded.push({ file, path: await seedWorkbook(service, call, tables) })
    if (seeded.length % 20 === 0) say(`${seeded.length} workbooks`)
  }
  duckdb.closeSync()
  return seeded
}

async function seedWorkbook(service: RunningService, call: Call, tables: readonly SalesTable[]): Promise<string> {
  const { body: workbook } = await call('POST', '/api/v1/workbooks', { title: 'Sales' })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  const workbookId = fromWireId('wb', workbook.workbook_id)
  for (const { name, columns, rowCount } of tables) {
    const named = columns.map(({ name: called, type }) => ({ name: called, type }))
    const { body } = await call('POST', `${at}/tables`, { name, columns: named })
    await fillTable(service, { workbookId, tableId: fromWireId('art', body.table.id), columns, rowCount })
  }
  return `${at}/query`
}

/** The id is SQLite's own row id, so that one row is found at once. */
async function writeSqlite(duckdb: DuckDBConnection, file: string, tables: readonly SalesTable[]) {
  const database = new DatabaseSync(file)
  for (const { name, columns, rowCount } of tables) {
    const declared = columns.map((column) => `${column.name} ${sqliteType(column)}`)
    database.exec(`CREATE TABLE ${name} (${declared.join(', ')})`)
    const cells = columns.map(({ type }, n) => (type === 'BIGINT' ? `c${n + 1}` : `c${n + 1}::VARCHAR`))
    const rows = await duckdb.run(`SELECT ${cells.join(', ')} FROM (${seedSql(columns, 1, rowCount + 1)})`)
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
    database.exec('BEGIN')
    // Safe: whole numbers and texts are all there is.
    for (const row of await rows.getRows()) insert.run(...(row as (bigint | string)[]))
    database.exec('COMMIT')
  }
  database.exec('ANALYZE')
  database.close()
}

function sqliteType({ name, type }: SeededColumn): string {
  if (name === 'id') return 'INTEGER PRIMARY KEY'
  return type === 'BIGINT' ? 'INTEGER' : 'TEXT'
}
