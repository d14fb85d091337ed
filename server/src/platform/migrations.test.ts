import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../../test/new-database.ts'
import { assertDurable } from './durability.store.ts'
import { migrate } from './migrations.ts'
import { connectDatabase } from './postgres.ts'

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

test.each([
  ["alter database %s set synchronous_commit = 'off'", 'synchronous_commit = off'],
  ["alter database %s set synchronous_commit = 'local'", 'synchronous_commit = local'],
])('a database that could lose an acknowledged write is refused: %s', async (statement, told) => {
  const database = await newDatabase()
  await admin.query(statement.replace('%s', new URL(database.url).pathname.slice(1)))
  const { db } = connectDatabase({ url: database.url, poolSize: 1, name: 'test' })

  await expect(assertDurable(db)).rejects.toThrow(told)

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
