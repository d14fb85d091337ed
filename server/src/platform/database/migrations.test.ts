import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../../../test/new-database.ts'
import { connectDatabase } from '../postgres.ts'
import { assertDurable } from './durability.store.ts'
import { countMissingMigrations, migrate } from './migrations.ts'

const name = `bindery_test_${randomBytes(6).toString('hex')}`
const server = process.env.DATABASE_URL ?? ''
const admin = new pg.Client({ connectionString: server })

beforeAll(async () => {
  await admin.connect()
  await admin.query(`create database ${name}`)
})
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

function at(database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

test('any number of nodes may start at once: one migrates, the others find it done', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(at(name))))

  expect(applied.filter((list) => list.length > 0)).toHaveLength(1)
  expect(await migrate(at(name))).toEqual([])
})

/** Migrations of a release to come. */
function folderOf(migrations: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-migrations-'))
  for (const [file, text] of Object.entries(migrations)) writeFileSync(join(folder, file), text)
  return folder
}

/** A database as this release leaves it, with a table of people's own data in it and a way to look at it. */
async function databaseWithTable() {
  const database = await newDatabase()
  await migrate(database.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('create table thing (number integer); insert into thing values (1), (1), (2)')
  const close = async () => {
    await client.end()
    await database.drop()
  }
  return { url: database.url, client, close }
}

test('who asks for a table passes a migration that waits for it, and the migration is done when it can be', async () => {
  const { url, client: holder, close } = await databaseWithTable()
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await holder.query('begin; select from thing')

  const migrating = migrate(url, {
    folder: folderOf({ '9001-wide.sql': 'alter table thing add column width integer' }),
  })
  const isWaiting = async () =>
    (await reader.query("select 1 from pg_locks where mode = 'AccessExclusiveLock' and not granted")).rowCount
  await expect.poll(isWaiting).toBeTruthy()
  const seen = await reader.query('select number from thing where number = 2')
  await holder.query('commit')

  expect(seen.rows).toEqual([{ number: 2 }])
  expect(await migrating).toEqual(['9001-wide.sql'])
  await reader.end()
  await close()
})

test('an index is built while others write, by one of the nodes that start at once', async () => {
  const { url, client: writer, close } = await databaseWithTable()
  const text = `-- outside a transaction
drop index concurrently if exists thing_by_number;
create index concurrently thing_by_number on thing (number);
`
  const folder = folderOf({ '9001-index.sql': text })
  await writer.query('begin; insert into thing values (3)')

  const migrating = Promise.all([migrate(url, { folder }), migrate(url, { folder }), migrate(url, { folder })])
  await writer.query('insert into thing values (4); commit')

  expect((await migrating).flat()).toEqual(['9001-index.sql'])
  const { rows } = await writer.query("select indisvalid from pg_index where indexrelid = 'thing_by_number'::regclass")
  expect(rows).toEqual([{ indisvalid: true }])
  await close()
})

test('a migration outside a transaction that failed half way is run again from its beginning', async () => {
  const { url, client, close } = await databaseWithTable()
  const text = `-- outside a transaction
drop index concurrently if exists thing_once;
create unique index concurrently thing_once on thing (number);
`
  const folder = folderOf({ '9001-unique.sql': text })

  await expect(migrate(url, { folder })).rejects.toThrow('could not create unique index')
  await client.query('delete from thing where ctid = (select min(ctid) from thing)')

  expect(await migrate(url, { folder })).toEqual(['9001-unique.sql'])
  await close()
})

test('what was migrated before a migration that fails stays, and so the next start goes on from there', async () => {
  const { url, close } = await databaseWithTable()
  const first = { '9001-wide.sql': 'alter table thing add column width integer' }

  await expect(
    migrate(url, { folder: folderOf({ ...first, '9002-bad.sql': 'alter table nothing add x integer' }) }),
  ).rejects.toThrow('does not exist')

  expect(await migrate(url, { folder: folderOf(first) })).toEqual([])
  await close()
})

test('a release starts on a database that a later one has migrated, and finds nothing missing', async () => {
  const { url, close } = await databaseWithTable()
  await migrate(url, { folder: folderOf({ '9001-wide.sql': 'alter table thing add column width integer' }) })
  const { db } = connectDatabase({ url, poolSize: 1, name: 'test' })

  expect(await migrate(url)).toEqual([])

  expect(await countMissingMigrations(db)).toBe(0)
  await db.destroy()
  await close()
})

test('the service reads which migrations were applied, and cannot change it', async () => {
  const { url, close } = await databaseWithTable()
  const { db, pool } = connectDatabase({ url, poolSize: 1, name: 'test' })

  await expect(pool.query("insert into bindery_migration values ('9001')")).rejects.toThrow('permission denied')

  await db.destroy()
  await close()
})

test.each([
  ["alter database %s set synchronous_commit = 'off'", 'synchronous_commit = off'],
  ["alter database %s set synchronous_commit = 'local'", 'synchronous_commit = local'],
])('a database that could lose an acknowledged write is refused: %s', async (statement, message) => {
  const database = await newDatabase()
  await admin.query(statement.replace('%s', new URL(database.url).pathname.slice(1)))
  const { db } = connectDatabase({ url: database.url, poolSize: 1, name: 'test' })

  await expect(assertDurable(db)).rejects.toThrow(message)

  await db.destroy()
  await database.drop()
})

test('a node starts on a database that keeps what it acknowledges, in a role that cannot rewrite history', async () => {
  const database = await newDatabase()
  const { db, pool } = connectDatabase({ url: database.url, poolSize: 1, name: 'test' })

  await expect(assertDurable(db)).resolves.toBeUndefined()

  const { rows } = await pool.query('select current_user as role')
  expect(rows[0].role).toBe('bindery_service')
  await expect(pool.query('delete from audit')).rejects.toThrow('permission denied')
  await db.destroy()
  await database.drop()
})

test('a lost connection fails the statement on it and nothing else', async () => {
  const database = await newDatabase()
  const lost: Error[] = []
  const { db, pool } = connectDatabase({
    url: database.url,
    poolSize: 2,
    name: 'test',
    onLost: (error) => lost.push(error),
  })
  const { rows } = await pool.query('select pg_backend_pid() as pid')

  await admin.query('select pg_terminate_backend($1)', [rows[0].pid])
  await expect.poll(() => lost.length).toBeGreaterThan(0)

  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await db.destroy()
  await database.drop()
})
