import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { withMigratedDatabase } from './migrated-database.ts'
import { originsOf, readSchema, writeSchema } from './schema-of-database.ts'

/**
 * npm run db:schema: writes server/schema.sql, the schema after all migrations. `--check` only says whether it is up to date.
 * Needs a PostgreSQL server: DATABASE_URL names it.
 */
const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'server/schema.sql')
const MIGRATIONS = join(ROOT, 'server/migrations')

const schema = await withMigratedDatabase('schema', async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const migrations = readdirSync(MIGRATIONS)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => ({ file, sql: readFileSync(join(MIGRATIONS, file), 'utf8') }))
    return writeSchema(await readSchema(client), originsOf(migrations))
  } finally {
    await client.end()
  }
})
if (!process.argv.includes('--check')) writeFileSync(FILE, schema)
else if (readFileSync(FILE, 'utf8') !== schema) {
  console.error('server/schema.sql is not of these migrations. Run npm run db:schema and commit it.')
  process.exitCode = 1
}
