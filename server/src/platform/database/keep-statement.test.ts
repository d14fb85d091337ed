import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../../test/new-database.ts'
import { connectDatabase, type Db } from '../postgres.ts'
import { keepStatement } from './keep-statement.ts'

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
