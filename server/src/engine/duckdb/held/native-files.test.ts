import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { column, contentOf, readPage, statesOf, TableWorld } from '../../../../test/table-world.ts'
import type { ReadableTable } from '../../table/readable-table.ts'
import type { OpenReader } from '../open-reader.ts'

let world: TableWorld

beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

const newNode = () => world.newReader({ spares: 1, inMemoryBytes: -1 })

/** Reads until the table is read from a native file. */
async function untilNative(node: OpenReader, table: () => Promise<ReadableTable>) {
  await vi.waitFor(
    async () => {
      const { workbookId } = await table()
      await readPage(node, await table(), { limit: 1 })
      const states = await statesOf(node, workbookId)
      expect(states.map(({ form }) => form)).toEqual(['native'])
    },
    { timeout: 20_000, interval: 100 },
  )
}

async function largeTable(types: readonly string[] = ['VARCHAR', 'INTEGER']) {
  const { workbookId, tableId } = await world.newTableAlone(types)
  await world.append(
    workbookId,
    tableId,
    Array.from({ length: 2_000 }, (_, n) => ({ 1: `row ${n}`, 2: String(n) })),
  )
  return { workbookId, tableId, open: () => world.readable(workbookId, tableId) }
}

test('a large table is read from its segments at once, and from a native file as soon as one is built', async () => {
  const { workbookId, tableId, open } = await largeTable()
  await world.edit(workbookId, tableId, [{ op: 'U', rowId: 7, cells: { 2: '-7' }, before: { 2: '6' } }])
  const node = newNode()

  const first = await readPage(node, await open())
  const [before] = await statesOf(node, workbookId)
  await untilNative(node, open)
  const later = await readPage(node, await open())

  expect(before?.form).toBe('overlay')
  expect(contentOf(later)).toEqual(contentOf(first))
  expect(contentOf(later)[6]).toEqual([7, 'row 6', '-7'])
})

test('a table that takes a while to copy into memory is read from its segments first, and is there soon after', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ 1: randomBytes(1_500).toString('base64'), 2: String(n) }))
  await world.append(workbookId, tableId, rows)
  await world.edit(workbookId, tableId, [{ op: 'U', rowId: 7, cells: { 2: '-7' }, before: { 2: '6' } }])
  const node = world.newReader({ spares: 1 })
  const open = () => world.readable(workbookId, tableId)
  const formsOf = async () => (await statesOf(node, workbookId)).map(({ form }) => form)

  const first = await readPage(node, await open())
  const atFirst = await formsOf()
  await vi.waitFor(async () => expect(await formsOf()).toEqual(['memory']), { timeout: 20_000, interval: 100 })
  const later = await readPage(node, await open())
  await world.edit(workbookId, tableId, [{ op: 'D', rowId: 1, cells: null, before: rows[0] ?? null }])
  const edited = await readPage(node, await open())

  expect(atFirst).toEqual(['overlay'])
  expect(contentOf(later)).toEqual(contentOf(first))
  expect(contentOf(edited)).toEqual(contentOf(first).slice(1))
  const [engine] = await node.pool.enginesOf(workbookId)
  expect(readdirSync(engine?.process.folders.input ?? '')).toEqual([])
})

test('edits, appends and new columns reach a native file without its being built again', async () => {
  const { workbookId, tableId, open } = await largeTable()
  const node = newNode()
  await untilNative(node, open)
  const [engine] = await node.pool.enginesOf(workbookId)
  const files = () => readdirSync(engine?.process.folders.own ?? '')
  const built = files()

  const columns = [column(1, 'VARCHAR'), column(2, 'INTEGER'), column(3, 'DATE', '2024-01-05')]
  await world.write(workbookId, { tableId, expected: null, kind: 'schema', columns, nextColumnId: 4 })
  await world.edit(workbookId, tableId, [
    { op: 'U', rowId: 1, cells: { 1: 'changed' }, before: { 1: 'row 0' } },
    { op: 'D', rowId: 2, cells: null, before: { 1: 'row 1', 2: '1' } },
    { op: 'I', rowId: null, cells: { 1: 'inserted', 3: null }, before: null },
  ])
  await world.append(workbookId, tableId, [{ 1: 'appended', 2: '5' }])
  await world.edit(workbookId, tableId, [
    { op: 'U', rowId: 3, cells: { 3: '2025-06-07' }, before: { 3: '2024-01-05' } },
  ])
  const applied = await readPage(node, await open(), { isCounted: true })
  const fresh = await readPage(world.newReader(), await open(), { isCounted: true })

  expect(contentOf(applied)).toEqual(contentOf(fresh))
  expect(contentOf(applied).slice(0, 2)).toEqual([
    [1, 'changed', '0', '2024-01-05'],
    [3, 'row 2', '2', '2025-06-07'],
  ])
  expect(applied.count).toBe(2_001)
  expect(files()).toEqual(built)
})

test('a checkpoint between two appends adds nothing twice', async () => {
  const { workbookId, tableId, open } = await largeTable()
  const node = newNode()
  await untilNative(node, open)

  await world.insert(workbookId, tableId, [{ 1: 'inserted' }])
  await readPage(node, await open())
  await world.checkpoint(workbookId, tableId)
  await world.append(workbookId, tableId, [{ 1: 'appended' }])
  const applied = await readPage(node, await open(), { isCounted: true })

  expect(contentOf(applied)).toEqual(contentOf(await readPage(world.newReader(), await open())))
  expect(applied.rows.length).toBe(2_002)
})

test('a dropped column leaves every file of the engine', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  const open = () => world.readable(workbookId, tableId)
  const secret = 'salary-canary-4711'
  await world.append(workbookId, tableId, [{ 1: secret, 2: '1' }])
  const node = newNode()
  await untilNative(node, open)

  await world.write(workbookId, {
    tableId,
    expected: null,
    kind: 'schema',
    columns: [column(2, 'INTEGER')],
    nextColumnId: 3,
  })
  const page = await readPage(node, await open())
  await untilNative(node, open)

  const [engine] = await node.pool.enginesOf(workbookId)
  const { input = '', own = '' } = engine?.process.folders ?? {}
  const files = [input, own].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  expect(contentOf(page)).toEqual([[1, '1']])
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(readFileSync(file).includes(secret)).toBe(false)
})

test('readers from whom a column is hidden have a native file without it', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  const secret = 'hidden-canary-0815'
  await world.append(workbookId, tableId, [{ 1: secret, 2: '1' }])
  const node = newNode()
  const masked = () => world.readable(workbookId, tableId, { masked: [1] })

  await untilNative(node, masked)

  const [engine] = await node.pool.enginesOf(workbookId)
  const own = engine?.process.folders.own ?? ''
  expect(contentOf(await readPage(node, await masked()))).toEqual([[1, null, '1']])
  for (const name of readdirSync(own)) expect(readFileSync(join(own, name)).includes(secret)).toBe(false)
})
