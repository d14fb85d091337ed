import { afterAll, beforeAll, expect, test } from 'vitest'
import { TableWorld } from '../../../test/table-world.ts'
import type { Cells } from '../table/table.ts'

let world: TableWorld
beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

const ROWS = 259_998

function* manyRows(): Generator<Cells> {
  for (let n = 0; n < ROWS; n++) yield { 1: `INV-${n}`, 2: n % 3 === 0 ? null : ['east', 'West'][n % 2] } as Cells
}

test('of very many values some are listed, counted among all rows, and the answer says so; few are listed whole', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'VARCHAR'])
  await world.append(workbookId, tableId, manyRows())
  await world.insert(workbookId, tableId, [{ 1: 'INV-7', 2: 'West' }])
  const table = await world.readable(workbookId, tableId)
  const reader = world.newReader()
  const asked = { filter: null, search: null, limit: 50 }

  const many = await reader.values(table, { ...asked, columnId: 1 })
  const found = await reader.values(table, { ...asked, columnId: 1, search: 'inv-25999' })
  const few = await reader.values(table, { ...asked, columnId: 2 })

  expect(many.isExact).toBe(false)
  expect(many.distinctCount).toBeGreaterThan(ROWS * 0.8)
  expect(many.values).toHaveLength(50)
  expect(found).toMatchObject({ isExact: true, distinctCount: 9 })
  expect(few).toMatchObject({ version: 3, isExact: true, distinctCount: 3 })
  expect(Object.fromEntries(few.values.map(({ value, count }) => [String(value), count]))).toEqual({
    null: ROWS / 3,
    east: ROWS / 3,
    West: ROWS / 3 + 1,
  })
})

test('a text is found behind a row, before it and from both ends, in row order and in another', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  const names = ['Lamp', 'chair', 'desk lamp', 'shelf', 'LAMPSHADE']
  await world.insert(
    workbookId,
    tableId,
    names.map((name, n) => ({ 1: name, 2: n === 4 ? null : String(10 - n) })),
  )
  const table = await world.readable(workbookId, tableId)
  const reader = world.newReader()
  const asked = { columnIds: [1], filter: null, text: 'lamp', isBackward: false }
  const up = [{ columnId: 2, isDescending: false }]

  const first = await reader.find(table, { ...asked, orderBy: [], after: null })
  const next = await reader.find(table, { ...asked, orderBy: [], after: first.match })
  const last = await reader.find(table, { ...asked, orderBy: [], after: null, isBackward: true })
  // Up by the number: desk lamp (8), Lamp (10), and the shade, which has none.
  const ordered = await reader.find(table, { ...asked, orderBy: up, after: null })
  const behind = await reader.find(table, { ...asked, orderBy: up, after: ordered.match })
  const end = await reader.find(table, { ...asked, orderBy: up, after: null, isBackward: true })

  expect(first).toMatchObject({ count: 3, passed: 0, match: { rowId: 1 } })
  expect(next).toMatchObject({ count: 3, passed: 1, match: { rowId: 3 } })
  expect(last.match?.rowId).toBe(5)
  expect(ordered.match).toEqual({ rowId: 3, values: ['8'] })
  expect(behind).toMatchObject({ passed: 1, match: { rowId: 1, values: ['10'] } })
  expect(end.match).toEqual({ rowId: 5, values: [null] })
})

test('values of a masked column cannot be listed, and it cannot be searched', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  await world.insert(workbookId, tableId, [{ 1: 'secret', 2: '1' }])
  const table = await world.readable(workbookId, tableId, { masked: [1] })
  const reader = world.newReader()
  const search = { filter: null, orderBy: [], text: 'secret', after: null, isBackward: false }

  await expect(reader.values(table, { columnId: 1, filter: null, search: null, limit: 5 })).rejects.toThrow('masked')
  await expect(reader.find(table, { ...search, columnIds: [1] })).rejects.toThrow('masked')
  expect(await reader.find(table, { ...search, columnIds: [2], text: '1' })).toMatchObject({ count: 1 })
})
