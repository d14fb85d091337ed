import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../../test/new-database.ts'
import { connectDatabase, type Db, inTransaction } from '../postgres.ts'
import { keepJoinedStatement, keepStatement, PART } from './keep-statement.ts'

async function openDatabase(): Promise<Db> {
  const database = await newDatabase()
  const { db } = connectDatabase({ url: database.url, poolSize: 1, name: 'test' })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  return db
}

test('a statement is built once, and answers for the values it is asked with', async () => {
  const db = await openDatabase()
  let built = 0
  const sum = keepStatement((on, a: number, b: number) => {
    built += 1
    return sql<{ total: number }>`select ${a}::int + ${b}::int + ${100}::int as total`.compile(on)
  })

  const answers = [await sum(db, 1, 2), await sum(db, 30, 40)]

  expect(answers).toEqual([[{ total: 103 }], [{ total: 170 }]])
  expect(built).toBe(1)
})

test('a statement whose shape hangs on a value cannot be kept', async () => {
  const db = await openDatabase()
  const odd = keepStatement((on, a: number) => sql`select ${a > 1 ? 2 : 3}::int as n`.compile(on))

  await expect(odd(db, 1)).rejects.toThrow('impossible')
})

test('columns have the names of the code, in a transaction and outside, also after a migration has changed them', async () => {
  const db = await openDatabase()
  await sql`create temp table thing (thing_id int, first_name text)`.execute(db)
  await sql`insert into thing values (1, 'one')`.execute(db)
  const things = keepStatement((on, id: number) => sql`select * from thing where thing_id = ${id}`.compile(on))

  const before = [await things(db, 1), await inTransaction(db, (tx) => things(tx, 1))]
  await sql`alter table thing drop column first_name`.execute(db)
  await sql`alter table thing add column is_last boolean default true, add column first_name text`.execute(db)
  const after = await things(db, 1)

  expect(before).toEqual(Array(2).fill([{ thingId: 1, firstName: 'one' }]))
  expect(after).toEqual([{ thingId: 1, isLast: true, firstName: null }])
})

test('a statement answers several questions at once, each with an object of its own', async () => {
  const db = await openDatabase()
  const both = keepJoinedStatement((on, a: number) =>
    sql`select ${a}::int as same_name, null as ${sql.ref(PART)}, 2 as same_name, 3 as other`.compile(on),
  )

  expect(await both(db, 1)).toEqual([[{ sameName: 1 }, { sameName: 2, other: 3 }]])
  await expect(inTransaction(db, (tx) => both(tx, 1))).rejects.toThrow('impossible')
})
