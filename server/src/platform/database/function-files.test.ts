import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newDatabase } from '../../../test/new-database.ts'
import { type FunctionFile, ownRelease, readFunctionFiles } from './function-files.ts'
import { migrate } from './migrations.ts'

const OWN = readFunctionFiles()

let database: Awaited<ReturnType<typeof newDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await newDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
beforeEach(async () => {
  await migrate(database.url)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The functions of this release with one that is new, as a file has it. */
const withFile = (text: string): FunctionFile[] => [...OWN, { name: 'answer', text, hash: text }]
const apply = (text: string, release = ownRelease()) => migrate(database.url, { functions: withFile(text), release })
const ask = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0]

const ONE = 'create or replace function answer() returns integer language sql as $$ select 1 $$;'
const TWO = 'create or replace function answer() returns integer language sql as $$ select 2 $$;'

test('a function is written when its file changes, and only then', async () => {
  expect(await apply(ONE)).toEqual(['1 function'])
  expect(await apply(ONE)).toEqual([])
  expect(await apply(TWO)).toEqual(['1 function'])

  expect(await ask('select answer()')).toBe(2)
})

test('a function whose file is gone is dropped', async () => {
  await apply(ONE)

  expect(await migrate(database.url)).toEqual(['1 function'])

  await expect(client.query('select answer()')).rejects.toThrow('does not exist')
})

test.each([
  [
    'parameters',
    'create or replace function answer(n integer) returns integer language sql as $$ select n $$;',
    'answer(7)',
    7,
  ],
  ['a result', "create or replace function answer() returns text language sql as $$ select 'x' $$;", 'answer()', 'x'],
])('a function with other %s takes the place of the one before', async (_, text, call, value) => {
  await apply(ONE)

  await apply(text)

  expect(await ask(`select ${call}`)).toBe(value)
  expect(await ask("select count(*)::integer from pg_proc where proname = 'answer'")).toBe(1)
})

test('functions may call each other, whichever is written first', async () => {
  const calling = 'create or replace function answer() returns integer language sql as $$ select zz_later() $$;'
  const later = 'create or replace function zz_later() returns integer language sql as $$ select 3 $$;'
  const functions = [...withFile(calling), { name: 'zz_later', text: later, hash: later }]

  await migrate(database.url, { functions })

  expect(await ask('select answer()')).toBe(3)
})

test('a function that cannot work is refused, and all stay as they were', async () => {
  await apply(ONE)
  const wrong = 'create or replace function answer() returns integer language sql as $$ select missing from job $$;'

  await expect(apply(wrong)).rejects.toThrow('missing')

  expect(await ask('select answer()')).toBe(1)
  expect(await apply(ONE)).toEqual([])
})

test('an error names the file it is in', async () => {
  await expect(apply('create or replace function answer() returns nothing language sql as $$ $$;')).rejects.toThrow(
    'answer.sql',
  )
})

test('a node of the release before leaves the functions of a later one alone', async () => {
  await apply(TWO, '99.10.0')

  expect(await apply(ONE, '99.9.0')).toEqual([])

  expect(await ask('select answer()')).toBe(2)
  await client.query('update bindery_function set release = $1', [ownRelease()])
})

test('the service reads which functions were applied, and cannot change it', async () => {
  await client.query('set role bindery_service')

  await expect(client.query('delete from bindery_function')).rejects.toThrow('permission denied')

  await client.query('reset role')
})
