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
