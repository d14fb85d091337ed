import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './engine-database.ts'

test('the optimizer that now and then loses rows below a LIMIT is off, and no statement can switch it on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-engine-'))
  const database = await openDatabase({ input: folder, own: folder, spill: folder })

  const off = await database.lend((connection) =>
    connection.runAndReadAll("SELECT current_setting('disabled_optimizers') AS off"),
  )
  const on = database.lend((connection) => connection.run("SET disabled_optimizers = ''"))

  expect(off.getRowObjects()).toEqual([{ off: 'join_filter_pushdown' }])
  await expect(on).rejects.toThrow('locked')
})

test('threads alone can be set later, and a statement that was planned is kept until something changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-engine-'))
  const database = await openDatabase({ input: folder, own: folder, spill: folder })
  const prepared = (sql: string) => database.lend((connection) => database.prepareOnce(connection, sql))

  const threads = await database.threads.forRows(1_000_000, () =>
    database.lend((connection) => connection.runAndReadAll("SELECT current_setting('threads') AS threads")),
  )
  const [first, again] = [await prepared('SELECT 1'), await prepared('SELECT 1')]
  const open = [await prepared('SELECT ?'), await prepared('SELECT ?')]
  database.forgetPrepared()
  const later = await prepared('SELECT 1')

  expect(threads.getRowObjects()).toEqual([{ threads: 2n }])
  expect({ isKept: first === again, isOpenKept: open[0] === open[1], isKeptAfterChange: first === later }).toEqual({
    isKept: true,
    isOpenKept: false,
    isKeptAfterChange: false,
  })
})
