import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase } from '../../../test/new-database.ts'
import { connectDatabase, inTransaction } from '../postgres.ts'

test('statements are planned once, and a migration in between goes unnoticed', async () => {
  const database = await newDatabase()
  const { db, pool } = connectDatabase({ url: database.url, poolSize: 1, name: 'test' })
  await pool.query('create temporary table fruit (name text)')
  const find = () => sql`select * from fruit where name <> ${'pear'}`.execute(db)
  const isPrepared = async () => {
    const { rows } = await pool.query(`select from pg_prepared_statements where statement like '%from fruit where%'`)
    return rows.length
  }

  for (let n = 0; n < 7; n++) await find()
  const before = await isPrepared()
  await pool.query(`alter table fruit add column weight integer; insert into fruit values ('plum', 5)`)
  const after = await find()

  expect(before).toBe(1)
  expect(after.rows).toEqual([{ name: 'plum', weight: 5 }])
  expect((await find()).rows.length).toBe(1)
  await db.destroy()
  await database.drop()
})

test('in a transaction what a migration has outdated fails once, and no more', async () => {
  const database = await newDatabase()
  const { db, pool } = connectDatabase({ url: database.url, poolSize: 1, name: 'test' })
  await pool.query('create temporary table fruit (name text)')
  const find = () => inTransaction(db, (tx) => sql`select * from fruit where name <> ${'pear'}`.execute(tx))
  await find()
  await pool.query('alter table fruit add column weight integer')

  await expect(find()).rejects.toThrow('cached plan')
  expect((await find()).rows).toEqual([])

  await db.destroy()
  await database.drop()
})
