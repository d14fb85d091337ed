import { afterAll, beforeAll, expect, test } from 'vitest'
import { column, contentOf, readPage, statesOf, TableWorld } from '../../../test/table-world.ts'
import type { PageRequest } from '../reading/reader.ts'
import type { RowEdit } from '../table/commit.ts'
import type { OpenReader } from './open-reader.ts'

let world: TableWorld
let one: OpenReader

beforeAll(async () => {
  world = await TableWorld.open()
  one = world.newReader({ spares: 1 })
})
afterAll(() => world.close())

test.each([
  ['row id', []],
  ['a column', [{ columnId: 2, isDescending: true }]],
])('pages by %s visit each row once although others are edited between them', async (_, orderBy) => {
  const { workbookId, tableId } = await world.newTableAlone()
  const values = Array.from({ length: 300 }, (_, n) => ({ 1: `r${n}`, 2: n % 11 === 0 ? null : String(n % 5) }))
  const ids = await world.insert(workbookId, tableId, values)

  const visited: number[] = []
  let start: PageRequest['start'] = { offset: 0 }
  for (;;) {
    const table = await world.readable(workbookId, tableId)
    const page = await readPage(one, table, { limit: 37, orderBy, start })
    visited.push(...page.rows.map(({ rowId }) => rowId))
    if (!page.next) break
    start = { after: page.next }
    const rowId = page.rows[0]?.rowId ?? 0
    await world.edit(workbookId, tableId, [
      { op: 'U', rowId, cells: { 1: 'seen' }, before: { 1: 'x' } },
      { op: 'I', rowId: null, cells: { 1: 'behind', 2: '4' }, before: null },
    ])
  }

  const first = visited.filter((id) => ids.includes(id))
  expect(new Set(visited).size).toBe(visited.length)
  expect(new Set(first)).toEqual(new Set(ids))
})

test('orders put NULLs last both ways, and an offset passes over as many rows as it says', async () => {
  const { workbookId, tableId } = await world.newTableAlone()
  await world.insert(workbookId, tableId, [{ 2: '3' }, { 2: null }, { 2: '1' }, { 2: '2' }])
  const table = await world.readable(workbookId, tableId)
  const valuesBy = async (isDescending: boolean, offset = 0) =>
    (
      await readPage(one, table, { columnIds: [2], orderBy: [{ columnId: 2, isDescending }], start: { offset } })
    ).rows.map(({ cells }) => cells[0])

  expect(await valuesBy(false)).toEqual(['1', '2', '3', null])
  expect(await valuesBy(true)).toEqual(['3', '2', '1', null])
  expect(await valuesBy(true, 2)).toEqual(['1', null])
  expect((await readPage(one, table, { start: { offset: 3 } })).rows.map(({ rowId }) => rowId)).toEqual([4])
  expect((await readPage(one, table, { start: { offset: 4 } })).rows).toEqual([])
})

test('an offset finds its row among gaps, after edits too', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['INTEGER'])
  const ids = await world.insert(
    workbookId,
    tableId,
    Array.from({ length: 500 }, (_, n) => ({ 1: String(n) })),
  )
  await readPage(one, await world.readable(workbookId, tableId), { limit: 1 })
  const gone = ids.filter((id) => id % 3 === 0)
  const deletes = gone.map((rowId): RowEdit => ({ op: 'D', rowId, cells: null, before: {} }))
  await world.edit(workbookId, tableId, deletes)

  const left = ids.filter((id) => id % 3 !== 0)
  for (const offset of [0, 1, 99, 250, left.length - 1, left.length]) {
    const page = await readPage(one, await world.readable(workbookId, tableId), {
      start: { offset },
      limit: 5,
      isCounted: true,
    })
    expect(page.rows.map(({ rowId }) => rowId)).toEqual(left.slice(offset, offset + 5))
    expect(page.count).toBe(left.length)
  }
})

test('filters compare values of the column’s type, and count what they let through', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'DECIMAL(10,2)'])
  await world.insert(workbookId, tableId, [
    { 1: "o'neil", 2: '9.00' },
    { 1: 'b%_', 2: '10.00' },
    { 1: null, 2: '-1.50' },
    { 1: 'öl', 2: null },
  ])
  const table = await world.readable(workbookId, tableId)
  const idsWhere = async (filter: PageRequest['filter']) => {
    const page = await readPage(one, table, { filter, isCounted: true })
    expect(page.count).toBe(page.rows.length)
    return page.rows.map(({ rowId }) => rowId)
  }

  expect(await idsWhere({ columnId: 2, op: '>', value: '9.00' })).toEqual([2])
  expect(await idsWhere({ columnId: 2, op: '!=', value: '9.00' })).toEqual([2, 3])
  expect(await idsWhere({ columnId: 1, op: '=', value: "o'neil" })).toEqual([1])
  expect(await idsWhere({ columnId: 1, op: 'contains', value: '%' })).toEqual([2])
  expect(await idsWhere({ columnId: 1, op: 'starts_with', value: 'ö' })).toEqual([4])
  expect(await idsWhere({ columnId: 1, op: 'is_null' })).toEqual([3])
  expect(await idsWhere({ columnId: 2, op: 'in', values: ['9.00', null, '-1.50'] })).toEqual([1, 3])
  expect(await idsWhere({ columnId: 2, op: 'not_in', values: ['9.00', null] })).toEqual([2, 3])
  expect(
    await idsWhere({
      not: {
        or: [
          { columnId: 1, op: 'is_null' },
          { columnId: 2, op: 'is_null' },
        ],
      },
    }),
  ).toEqual([1, 2])
  expect(await idsWhere({ columnId: 2, op: '=', value: null })).toEqual([])
})

test('rows are found by their values; NULL equals nothing', async () => {
  const { workbookId, tableId } = await world.newTableAlone()
  await world.insert(workbookId, tableId, [
    { 1: 'a', 2: '1' },
    { 1: 'a', 2: '2' },
    { 1: 'a', 2: '1' },
    { 1: 'b', 2: null },
  ])
  const table = await world.readable(workbookId, tableId)

  const { rowIds } = await one.matchRows(
    table,
    [1, 2],
    [
      ['a', '1'],
      ['b', null],
      ['c', '1'],
      ['a', '2'],
    ],
  )

  expect(rowIds).toEqual([[1, 3], [], [], [2]])
})

test('an older version is read as it was, while the current one goes on', async () => {
  const { workbookId, tableId } = await world.newTableAlone()
  const [rowId = 0] = await world.insert(workbookId, tableId, [{ 1: 'old', 2: '1' }])
  const before = await world.readable(workbookId, tableId)
  await world.write(workbookId, { tableId, expected: null, kind: 'schema', columns: [column(1, 'VARCHAR')] })
  await world.edit(workbookId, tableId, [{ op: 'U', rowId, cells: { 1: 'new' }, before: { 1: 'old' } }])

  const now = await readPage(one, await world.readable(workbookId, tableId))
  const past = await readPage(one, await world.readable(workbookId, tableId, { version: before.version }))
  const opened = await readPage(one, before)

  expect(contentOf(now)).toEqual([[rowId, 'new']])
  expect([past.version, contentOf(past)]).toEqual([before.version, [[rowId, 'old', '1']]])
  // Its second column is gone by now: a reader that opened the table before gets what it opened.
  expect(contentOf(opened)).toEqual([[rowId, 'old', '1']])
})

test('rows are read as they are now although the engine that is asked is far behind', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  const [first = 0, second = 0] = await world.insert(workbookId, tableId, [{ 1: 'a', 2: '1' }, { 1: 'b' }])
  const open = (policy = {}) => world.readable(workbookId, tableId, policy)
  const reader = world.newReader()
  await readPage(reader, await open())
  const [held] = await statesOf(reader, workbookId)

  await world.edit(workbookId, tableId, [{ op: 'U', rowId: first, cells: { 2: '2' }, before: { 2: '1' } }])
  await world.edit(workbookId, tableId, [{ op: 'D', rowId: second, cells: null, before: { 1: 'b', 2: null } }])
  const [third = 0] = await world.insert(workbookId, tableId, [{ 1: 'c' }])
  await world.edit(workbookId, tableId, [{ op: 'U', rowId: third, cells: { 2: '3' }, before: { 2: null } }])
  const now = await open()
  const found = await reader.rowsById(now, [first, second, third], [1, 2])
  const [still] = await statesOf(reader, workbookId)

  expect(found.version).toBe(now.version)
  expect([...found.rows]).toEqual([
    [first, { 1: 'a', 2: '2' }],
    [third, { 1: 'c', 2: '3' }],
  ])
  expect(still?.version).toBe(held?.version)
  expect((await reader.rowsById(await open({ masked: [2] }), [third], [1, 2])).rows.get(third)).toEqual({
    1: 'c',
    2: null,
  })
})
