import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '../src/platform/database/migrations.ts'

/** What makes a database, below the folder of the server. */
const SQL = ['migrations', 'sql/functions']
const TEMPLATE_LOCK = 91_200_417

/** A fresh database for one test file: a copy of a migrated template, made in a tenth of a second. */
export async function newDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error('No PostgreSQL server: run scripts/services start, then use npm test')
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const name = `bindery_test_${randomBytes(6).toString('hex')}`
  try {
    // Copies of a template must not overlap, and one process makes it for all.
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await admin.query(`create database ${name} template ${await ensureTemplate(admin, server)}`)
  } finally {
    await admin.end()
  }
  return { url: at(server, name), drop: () => dropDatabase(server, name) }
}

/** Named after what the SQL says, so that changed SQL never meets an old template. */
async function ensureTemplate(admin: pg.Client, server: string): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of SQL) {
    const root = new URL(`../${folder}/`, import.meta.url)
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))
    for (const file of files.sort()) hash.update(file).update(readFileSync(new URL(file, root)))
  }
  const template = `bindery_template_${hash.digest('hex').slice(0, 12)}`
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount) return template
  const unfinished = `${template}_new`
  await admin.query(`drop database if exists ${unfinished} with (force)`)
  await admin.query(`create database ${unfinished}`)
  await migrate(at(server, unfinished))
  await admin.query(`alter database ${unfinished} rename to ${template}`)
  return template
}

async function dropDatabase(server: string, name: string) {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}

function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
