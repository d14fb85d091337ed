import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyCellText } from '../../../test/any-cell.ts'
import { contentOf, readPage, statesOf, TableWorld, typeNamed } from '../../../test/table-world.ts'
import { createLog } from '../../platform/log.ts'
import type { RowEdit } from '../table/commit.ts'
import { parseValue } from '../values/values.ts'
import type { OpenReader } from './open-reader.ts'

let world: TableWorld
let one: OpenReader
let other: OpenReader

beforeAll(async () => {
  world = await TableWorld.open()
  one = world.newReader({ spares: 1 })
  other = world.newReader()
})
afterAll(() => world.close())

test('a write that was acknowledged is seen by the next read on every node, whichever node read before', async () => {
  const { workbookId, tableId } = await world.newTableAlone()
  const [rowId = 0] = await world.insert(workbookId, tableId, [{ 1: 'first', 2: '1' }])

  for (let n = 2; n <= 12; n++) {
    const committed = await world.edit(workbookId, tableId, [
      { op: 'U', rowId, cells: { 2: String(n) }, before: { 2: String(n - 1) } },
    ])
    for (const reader of [one, other]) {
      const table = await world.readable(workbookId, tableId)
      const found = await reader.rowsById(table, [rowId], [1, 2])
      expect(found.rows.get(rowId)).toEqual({ 1: 'first', 2: String(n) })
      expect(found.version).toBe(committed.tables[0]?.editVersion)
    }
  }
})

test('two tables that every commit changes together are never seen apart', async () => {
  const workbookId = await world.newWorkbook()
  const tables = [await world.newTable(workbookId, ['INTEGER']), await world.newTable(workbookId, ['INTEGER'])]
  const row = (n: number): RowEdit => ({ op: 'I', rowId: null, cells: { 1: String(n) }, before: null })
  const seen: { version: number; rowCount: number }[][] = []
  const versionsSeen = () => new Set(seen.map(([first]) => first?.version)).size
  let isWriting = true
  const writing = (async () => {
    // A busy machine may look less often than it writes: it goes on until enough was seen.
    for (let n = 0; n < 60 || (versionsSeen() <= 3 && n < 2000); n++) {
      const writes = tables.map((tableId) => ({ tableId, expected: null, kind: 'rows' as const, rows: [row(n)] }))
      await world.write(workbookId, ...writes)
    }
    isWriting = false
  })()

  for (const tableId of tables) await readPage(one, await world.readable(workbookId, tableId), { limit: 1 })
  const looking = (async () => {
    while (isWriting) {
      const states = await statesOf(one, workbookId)
      seen.push(states.map(({ version, rowCount }) => ({ version, rowCount })))
    }
  })()
  while (isWriting) await readPage(one, await world.readable(workbookId, tables[0] ?? ''), { limit: 1 })
  await Promise.all([writing, looking])

  expect(versionsSeen()).toBeGreaterThan(3)
  for (const [first, second] of seen) {
    expect(second).toEqual(first)
    expect(first?.rowCount).toBe((first?.version ?? 0) - 1)
  }
})

test('an engine that is killed while it reads costs a retry and no answer', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['INTEGER'])
  await world.insert(
    workbookId,
    tableId,
    Array.from({ length: 3000 }, (_, n) => ({ 1: String(n) })),
  )
  const lines: string[] = []
  const reader = world.newReader({ log: createLog('warn', { write: (line: string) => void lines.push(line) }) })
  await readPage(reader, await world.readable(workbookId, tableId))

  for (let n = 0; n < 3; n++) {
    const reading = readPage(reader, await world.readable(workbookId, tableId))
    for (const engine of await reader.pool.enginesOf(workbookId)) engine.process.kill()
    expect((await reading).rows.length).toBe(3000)
  }

  expect(lines.filter((line) => line.includes('tried again')).length).toBe(3)
})

test('rows are read in the order of their ids, also where one comes back after others', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['INTEGER'])
  const ids = await world.insert(workbookId, tableId, [{ 1: '0' }, { 1: '1' }, { 1: '2' }])
  const read = async () => contentOf(await readPage(one, await world.readable(workbookId, tableId))).map(([id]) => id)
  expect(await read()).toEqual(ids)
  const [first = 0, second = 0, third = 0] = ids

  await world.edit(workbookId, tableId, [{ op: 'D', rowId: second, cells: null, before: { 1: '1' } }])
  await world.edit(workbookId, tableId, [{ op: 'U', rowId: first, cells: { 1: '9' }, before: { 1: '0' } }])
  const [fourth = 0] = await world.insert(workbookId, tableId, [{ 1: '3' }])
  expect(await read()).toEqual([first, third, fourth])
  await world.edit(workbookId, tableId, [{ op: 'I', rowId: second, cells: { 1: '1' }, before: null }])

  expect(await read()).toEqual([first, second, third, fourth])
})

test.each([
  ['in memory', undefined],
  ['over their files', -1],
])('edits applied to tables %s lead to what a fresh engine loads', { timeout: 120_000 }, async (_, inMemoryBytes) => {
  const node = world.newReader(inMemoryBytes === undefined ? {} : { inMemoryBytes })
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  await world.insert(workbookId, tableId, [{ 1: 'a' }, { 1: 'b', 2: '2' }, {}])
  const alive = new Map<number, Record<string, string | null>>()
  for (const [id, a, b] of contentOf(await readPage(node, await world.readable(workbookId, tableId)))) {
    alive.set(Number(id), { 1: a as string | null, 2: b as string | null })
  }
  const random = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), 120)

  let step = 0
  for (const [pick, value, isBoth] of random) {
    step += 1
    await world.edit(workbookId, tableId, [randomEdit(alive, pick, value, isBoth)])
    if (step % 40 === 0) await world.checkpoint(workbookId, tableId)
    if (step === 65) await world.append(workbookId, tableId, [{ 1: 'appended' }, { 2: '7' }])
    if (step % 10 === 0) await readPage(node, await world.readable(workbookId, tableId))
  }
  const table = await world.readable(workbookId, tableId)
  const applied = await readPage(node, table, { isCounted: true })
  const fresh = await readPage(world.newReader(), table, { isCounted: true })

  expect(contentOf(applied)).toEqual(contentOf(fresh))
  expect(applied.count).toBe(applied.rows.length)
  expect(applied.version).toBe(table.version)
  for (const [rowId, cells] of alive)
    expect(contentOf(applied)).toContainEqual([rowId, cells[1] ?? null, cells[2] ?? null])
})

function randomEdit(
  alive: Map<number, Record<string, string | null>>,
  pick: number,
  value: number,
  isBoth: boolean,
): RowEdit {
  const ids = [...alive.keys()]
  const rowId = ids[pick % Math.max(ids.length, 1)]
  const kind = value % 10
  if (rowId === undefined || kind < 3) {
    return { op: 'I', rowId: null, cells: { 1: `new ${value}` }, before: null }
  }
  const before = alive.get(rowId) ?? {}
  if (kind === 3 && ids.length > 2) {
    alive.delete(rowId)
    return { op: 'D', rowId, cells: null, before }
  }
  const cells: Record<string, string | null> = {
    2: value % 7 === 0 ? null : String(value % 1000),
    ...(isBoth ? { 1: `b${value}` } : {}),
  }
  alive.set(rowId, { ...before, ...cells })
  return { op: 'U', rowId, cells, before }
}

const TYPES = ['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID', 'JSON', 'DECIMAL(18,4)', 'DECIMAL(38,0)'] // biome-ignore format: a list

test('a value of every type comes back as it was written, from an edit and from a segment', async () => {
  const { workbookId, tableId } = await world.newTableAlone(TYPES)
  const cellsOf = () =>
    Object.fromEntries(
      TYPES.map((type, n) => [String(n + 1), canonical(type, fc.sample(anyCellText(typeNamed(type)), 1)[0])]),
    )
  const rows = [{}, ...Array.from({ length: 40 }, cellsOf)]
  const ids = await world.insert(workbookId, tableId, rows)
  const expected = rows.map((cells, n) => [ids[n], ...TYPES.map((_, c) => cells[String(c + 1)] ?? null)])

  const fromEdits = await readPage(one, await world.readable(workbookId, tableId))
  await world.checkpoint(workbookId, tableId)
  const fromSegments = await readPage(other, await world.readable(workbookId, tableId))

  expect(contentOf(fromEdits)).toEqual(expected)
  expect(contentOf(fromSegments)).toEqual(expected)
})

function canonical(type: string, text: string | undefined): string | null {
  const parsed = parseValue(typeNamed(type), text)
  return 'text' in parsed ? parsed.text : null
}

test('figures', { timeout: 120_000 }, async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER', 'DOUBLE'])
  function* rows() {
    for (let n = 0; n < 100_000; n++) yield { 1: `row ${n}`, 2: String(n % 1000), 3: String(n / 8) }
  }
  await world.append(workbookId, tableId, rows())
  const reader = world.newReader({ spares: 1 })
  reader.warm()
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const table = await world.readable(workbookId, tableId)

  const cold = await timed(() => readPage(reader, table, { limit: 100 }))
  const warm = await median(30, (n) =>
    readPage(reader, table, { limit: 100, start: { after: { values: [], rowId: n * 3000 } } }),
  )
  const point = await median(30, (n) => reader.rowsById(table, [n * 3000 + 1], [1, 2, 3]))
  const offset = await median(20, (n) => readPage(reader, table, { limit: 100, start: { offset: 50_000 + n } }))
  const ordered = await median(10, () =>
    readPage(reader, table, { limit: 100, orderBy: [{ columnId: 3, isDescending: true }] }),
  )
  const edits: number[] = []
  for (let n = 1; n <= 20; n++) {
    await world.edit(workbookId, tableId, [{ op: 'U', rowId: n, cells: { 2: '5' }, before: {} }])
    const opened = await world.readable(workbookId, tableId)
    edits.push(await timed(() => reader.rowsById(opened, [n], [2])))
  }
  const measured = {
    cold,
    warm,
    point,
    offset,
    ordered,
    afterEdit: middle(edits),
    pssMb: await pssOf(reader, workbookId),
  }
  process.stdout.write(`engine, 100,000 rows, ms: ${JSON.stringify(measured)}\n`)

  expect(cold).toBeLessThan(20_000)
})

async function pssOf(reader: OpenReader, workbookId: string) {
  const [engine] = await reader.pool.enginesOf(workbookId)
  return Math.round(((await engine?.process.pssBytes()) ?? 0) / 1024 / 1024)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round((performance.now() - began) * 10) / 10
}

async function median(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) taken.push(await timed(() => work(n)))
  return middle(taken)
}

const middle = (taken: readonly number[]) => [...taken].sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0
