import { readdirSync } from 'node:fs'
import pg from 'pg'
import { createClient } from '../../sdk/src/bindery.ts'
import { COLUMNS, type SeededTable } from './known-table.ts'
import type { OneNode } from './one-node.ts'

/** What a service keeps: bytes in PostgreSQL, indexes included, and objects. */
export type Footprint = { postgresBytes: number; objects: number }

export async function readFootprint({ postgresUrl, objectFolder }: OneNode): Promise<Footprint> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes')
    const files = readdirSync(objectFolder, { recursive: true, withFileTypes: true })
    return { postgresBytes: rows[0].bytes, objects: files.filter((file) => file.isFile()).length }
  } finally {
    await client.end()
  }
}

const TABLES = 200

/** By how many bytes PostgreSQL grows for a table that is made. */
export async function bytesPerTable(node: OneNode, { tokens }: SeededTable): Promise<number> {
  const { api } = createClient({ url: node.url, token: tokens[0] ?? '' })
  const { workbook_id } = await api.createWorkbook({ body: { title: 'Empty tables' } })
  const before = await readFootprint(node)
  for (let n = 0; n < TABLES; n++)
    await api.createTable({ workbook_id, body: { name: `table ${n}`, columns: COLUMNS } })
  const after = await readFootprint(node)
  return Math.round((after.postgresBytes - before.postgresBytes) / TABLES)
}
