import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { withMigratedDatabase } from './migrated-database.ts'
import { readSchema, type Source, sectionsOf, titleOf, writeSchema } from './schema-of-database.ts'

/**
 * npm run db:schema: writes server/schema.sql, the schema after all migrations and with all functions. `--check` only says whether it is up to date.
 * Needs a PostgreSQL server: DATABASE_URL names it.
 */
const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'server/schema.sql')
const MIGRATIONS = join(ROOT, 'server/migrations')
const FUNCTIONS = join(ROOT, 'server/sql/functions')

function readMigrations(): Source[] {
  const [baseline = '', ...later] = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const read = (file: string) => readFileSync(join(MIGRATIONS, file), 'utf8')
  return [...sectionsOf(read(baseline)), ...later.map((file) => ({ title: titleOf(file), sql: read(file) }))]
}

function readFunctions(): Source[] {
  return readdirSync(FUNCTIONS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      title: titleOf(basename(parentPath)),
      sql: readFileSync(join(parentPath, name), 'utf8'),
    }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
}

const schema = await withMigratedDatabase('schema', async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return writeSchema(await readSchema(client), [...readMigrations(), ...readFunctions()])
  } finally {
    await client.end()
  }
})
if (!process.argv.includes('--check')) writeFileSync(FILE, schema)
else if (readFileSync(FILE, 'utf8') !== schema) {
  console.error('server/schema.sql is not of these migrations and functions. Run npm run db:schema and commit it.')
  process.exitCode = 1
}
