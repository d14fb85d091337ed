import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contentOf, readPage, TableWorld } from '../../../test/table-world.ts'
import { createLog } from '../../platform/log.ts'
import { chooseSandbox } from './sandbox-mode.ts'

let world: TableWorld

beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

async function tableWithRow() {
  const place = await world.newTableAlone(['VARCHAR'])
  await world.append(place.workbookId, place.tableId, [{ 1: 'kept' }])
  return place
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

test('a node that ends leaves no process and no folder behind', async () => {
  const { workbookId, tableId } = await tableWithRow()
  const reader = world.newReader({ spares: 1 })
  await readPage(reader, await world.readable(workbookId, tableId))
  const engines = await reader.pool.enginesOf(workbookId)
  expect(engines.map(({ process }) => isAlive(process.pid))).toEqual([true])

  await reader.close()

  expect(engines.map(({ process }) => isAlive(process.pid))).toEqual([false])
  expect(engines.map(({ process }) => existsSync(process.folders.root))).toEqual([false])
})

test('an engine that takes longer than the node waits is given up', async () => {
  // So many rows that no engine is done within the millisecond that the shortest time is.
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR'])
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ 1: `row ${n}` }))
  await world.append(workbookId, tableId, rows)
  const hasty = world.newReader({ deadlines: { readMs: 0 } })

  const late = readPage(hasty, await world.readable(workbookId, tableId))

  await expect(late).rejects.toMatchObject({ code: 'query_timeout' })
})

test('engines that were not used for longest go when memory is scarce, and come back when asked', async () => {
  const tables = [await tableWithRow(), await tableWithRow()]
  const reader = world.newReader({ settings: { engineMemoryBytes: 1024 * 1024 } })
  for (const { workbookId, tableId } of tables) await readPage(reader, await world.readable(workbookId, tableId))

  const [first] = tables
  const workbookId = first?.workbookId ?? ''
  await vi.waitFor(async () => expect(await reader.pool.enginesOf(workbookId)).toEqual([]), { timeout: 8_000 })
  const again = await readPage(reader, await world.readable(workbookId, first?.tableId ?? ''))

  expect(contentOf(again)).toEqual([[1, 'kept']])
})

test('a damaged copy of a segment is fetched again, and the read succeeds', async () => {
  const already = new Set(readdirSync(world.segmentFolder))
  const { workbookId, tableId } = await tableWithRow()
  await readPage(world.newReader(), await world.readable(workbookId, tableId))
  const copies = readdirSync(world.segmentFolder).filter((name) => !already.has(name))
  for (const name of copies) writeFileSync(join(world.segmentFolder, name), 'PAR1 no more')

  const page = await readPage(world.newReader(), await world.readable(workbookId, tableId))

  expect(copies.length).toBe(1)
  expect(contentOf(page)).toEqual([[1, 'kept']])
})

test('a segment that is missing in the store is said to be, and never passed over', async () => {
  const { workbookId, tableId } = await tableWithRow()
  const { blobs } = world.running.settings
  const folder = blobs.kind === 's3' ? '' : join(blobs.folder, 'segments', workbookId)
  const reader = world.newReader()
  for (const name of readdirSync(folder)) {
    writeFileSync(join(folder, name), 'something else')
    rmSync(join(world.segmentFolder, name))
  }

  const refused = readPage(reader, await world.readable(workbookId, tableId))

  await expect(refused).rejects.toMatchObject({ kind: 'unavailable' })
})

test('without its sandbox an engine reads the same', async () => {
  const { workbookId, tableId } = await tableWithRow()
  const reader = world.newReader({ settings: { sandbox: 'off' } })

  const page = await readPage(reader, await world.readable(workbookId, tableId))

  expect(contentOf(page)).toEqual([[1, 'kept']])
})

test('where the sandbox does not hold, only a node on loopback goes on without unless the operator allows it, and says so', async () => {
  const checks = [{ name: 'no network', ok: false, detail: 'a socket could be opened' }]
  const test = async () => ({ holds: false, checks, uid: 1, memoryLimit: 'polling' as const })
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })

  expect(await chooseSandbox({ sandbox: 'auto', host: '127.0.0.1' }, log, test)).toBe(false)
  expect(lines.join()).toContain('a socket could be opened')
  await expect(chooseSandbox({ sandbox: 'auto', host: '0.0.0.0' }, log, test)).rejects.toMatchObject({
    kind: 'unavailable',
  })
  await expect(chooseSandbox({ sandbox: 'required', host: '127.0.0.1' }, log, test)).rejects.toThrow('no network')
  expect(await chooseSandbox({ sandbox: 'off', host: '0.0.0.0' }, log, test)).toBe(false)
  expect(await chooseSandbox({ sandbox: 'preferred', host: '0.0.0.0' }, log, test)).toBe(false)
  const holding = async () => ({ holds: true, checks: [], uid: 1, memoryLimit: 'polling' as const })
  expect(await chooseSandbox({ sandbox: 'preferred', host: '0.0.0.0' }, log, holding)).toBe(true)
})
