import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { engineHolds } from '../../../../test/engine-holds.ts'
import { column, contentOf, readPage, statesOf, TableWorld } from '../../../../test/table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

const CARD = '4556737586899855'
const OTHER = '4916338506082832'
const STYLES = { 2: 'hash', 3: 'last4', 4: 'year' } as const
const HASH = expect.stringMatching(/^[0-9a-f]{32}$/)

/** Some rows in a segment, and some in edits over it: one new, one changed. */
async function newStyledTable() {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'VARCHAR', 'BIGINT', 'DATE'])
  await world.append(workbookId, tableId, [
    { 1: 'a', 2: CARD, 3: CARD, 4: '1987-06-05' },
    { 1: 'b', 2: OTHER, 3: OTHER, 4: null },
  ])
  await world.insert(workbookId, tableId, [{ 1: 'c', 2: CARD, 3: '1234567', 4: '2001-12-31' }])
  const before = { 2: OTHER, 3: OTHER }
  await world.edit(workbookId, tableId, [{ op: 'U', rowId: 2, cells: { 2: CARD, 3: CARD }, before }])
  return { workbookId, tableId, open: () => world.readable(workbookId, tableId, { styles: STYLES }) }
}

const SHOWN = [
  [1, 'a', HASH, '9855', '1987-01-01'],
  [2, 'b', HASH, '9855', null],
  [3, 'c', HASH, null, '2001-01-01'],
]

describe.each([
  { form: 'memory', inMemoryBytes: 1_000_000 },
  { form: 'overlay', inMemoryBytes: -1 },
])('a table that is read as $form', ({ inMemoryBytes }) => {
  test('shows masked values in their style, of its segments and its edits alike, and no engine holds the originals', async () => {
    const { workbookId, open } = await newStyledTable()
    const reader = world.newReader({ inMemoryBytes })

    const rows = contentOf(await readPage(reader, await open()))

    expect(rows).toEqual(SHOWN)
    expect(new Set(rows.map(([, , hash]) => hash)).size).toBe(1)
    expect(await engineHolds(reader, workbookId, [CARD, OTHER])).toBe(false)
  })

  test('keeps to the style when it is edited under the engine’s hands', async () => {
    const { workbookId, tableId, open } = await newStyledTable()
    const reader = world.newReader({ inMemoryBytes })
    await readPage(reader, await open())
    await world.edit(workbookId, tableId, [{ op: 'U', rowId: 1, cells: { 3: OTHER }, before: { 3: CARD } }])
    await world.append(workbookId, tableId, [{ 1: 'd', 2: OTHER, 3: OTHER, 4: '1999-09-09' }])

    const rows = contentOf(await readPage(reader, await open()))
    const found = await reader.rowsById(await open(), [1], [2, 3, 4])

    expect(rows[0]).toEqual([1, 'a', HASH, '2832', '1987-01-01'])
    expect(rows[3]).toEqual([4, 'd', HASH, '2832', '1999-01-01'])
    expect(rows[3]?.[2]).not.toBe(rows[0]?.[2])
    expect(found.rows.get(1)).toEqual({ 2: HASH, 3: '2832', 4: '1987-01-01' })
    expect(await engineHolds(reader, workbookId, [CARD, OTHER])).toBe(false)
  })
})

test('an engine that reads the files of the same table plainly does hold the originals', async () => {
  const { workbookId, tableId } = await newStyledTable()
  const reader = world.newReader({ inMemoryBytes: -1 })

  await readPage(reader, await world.readable(workbookId, tableId))

  expect(await engineHolds(reader, workbookId, [CARD])).toBe(true)
})

test('a native file shows masked values in their style, and does not hold the originals', async () => {
  const { workbookId, open } = await newStyledTable()
  const reader = world.newReader({ spares: 1, inMemoryBytes: -1 })
  const first = contentOf(await readPage(reader, await open()))
  await vi.waitFor(
    async () => {
      await readPage(reader, await open(), { limit: 1 })
      expect((await statesOf(reader, workbookId)).map(({ form }) => form)).toEqual(['native'])
    },
    { timeout: 20_000, interval: 100 },
  )

  const rows = contentOf(await readPage(reader, await open()))

  expect(rows).toEqual(first)
  expect(await engineHolds(reader, workbookId, [CARD, OTHER])).toBe(false)
})

test('filters and orders see the value that is shown, and never the one behind it', async () => {
  const { open } = await newStyledTable()
  const reader = world.newReader()
  const table = await open()
  const hash = (await readPage(reader, table)).rows[0]?.cells[1] ?? null
  const count = async (columnId: number, op: '=' | '>', value: string | null) =>
    (await readPage(reader, table, { filter: { columnId, op, value }, isCounted: true })).count

  const counts = [
    await count(2, '=', CARD),
    await count(2, '=', hash),
    await count(3, '=', CARD),
    await count(3, '=', '9855'),
    await count(4, '>', '1987-01-01'),
  ]
  const ordered = await readPage(reader, table, { orderBy: [{ columnId: 4, isDescending: true }] })

  expect(counts).toEqual([0, 3, 0, 2, 1])
  expect(contentOf(ordered).map(([id]) => id)).toEqual([3, 1, 2])
})

test('equal values of two tables are equal under a hash, and those of two workbooks are not', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR'])
  const sibling = await world.newTable(workbookId, ['VARCHAR'])
  const foreign = await world.newTableAlone(['VARCHAR'])
  const places = [{ workbookId, tableId }, { workbookId, tableId: sibling }, foreign]
  for (const place of places) await world.append(place.workbookId, place.tableId, [{ 1: CARD }])
  const reader = world.newReader()

  const shown = []
  for (const place of places) {
    const table = await world.readable(place.workbookId, place.tableId, { styles: { 1: 'hash' } })
    shown.push((await readPage(reader, table)).rows[0]?.cells[0])
  }

  expect(shown[0]).toEqual(HASH)
  expect(shown[1]).toBe(shown[0])
  expect(shown[2]).not.toBe(shown[0])
})

test('what rows older than a column hold is shown in its style too', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR'])
  await world.append(workbookId, tableId, [{ 1: 'old' }])
  const columns = [column(1, 'VARCHAR'), column(2, 'VARCHAR', CARD)]
  await world.write(workbookId, { tableId, expected: null, kind: 'schema', columns, nextColumnId: 3 })
  await world.insert(workbookId, tableId, [{ 1: 'new', 2: OTHER }])
  const reader = world.newReader()

  const rows = contentOf(await readPage(reader, await world.readable(workbookId, tableId, { styles: { 2: 'last4' } })))

  expect(rows).toEqual([
    [1, 'old', '9855'],
    [2, 'new', '2832'],
  ])
  expect(await engineHolds(reader, workbookId, [CARD, OTHER])).toBe(false)
})

test('readers with different styles of a column never share an engine', async () => {
  const { workbookId, tableId } = await newStyledTable()
  const reader = world.newReader()
  const shown = async (hidden: Parameters<TableWorld['readable']>[2]) =>
    (await readPage(reader, await world.readable(workbookId, tableId, hidden))).rows[0]?.cells[1]

  const values = [
    await shown({ styles: { 2: 'last4' } }),
    await shown({ styles: { 2: 'hash' } }),
    await shown({ masked: [2] }),
    await shown({}),
  ]

  expect(values).toEqual(['9855', HASH, null, CARD])
  expect((await reader.pool.enginesOf(workbookId)).length).toBe(4)
})
