import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, contentOf, readPage, statesOf, TableWorld } from '../../../../test/table-world.ts'
import type { RowEdit } from '../../table/commit.ts'
import { asReadable, type ReadableTable } from '../../table/readable-table.ts'
import type { RowFilter } from '../../table/row-filter.ts'
import type { Cells } from '../../table/table.ts'
import type { OpenReader } from '../open-reader.ts'

let world: TableWorld
beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

type FilteredTable = { workbookId: string; tableId: string }

/** Column 2 holds the region, column 3 a number: both decide. */
const EAST: RowFilter = {
  name: 'east',
  condition: {
    kind: 'and',
    parts: [
      { kind: 'compare', op: '=', left: { kind: 'column', column: 2 }, right: { kind: 'text', text: 'east' } },
      { kind: 'compare', op: '<', left: { kind: 'column', column: 3 }, right: { kind: 'number', text: '50' } },
    ],
  },
}
const isEast = (cells: Cells) => cells[2] === 'east' && cells[3] != null && Number(cells[3]) < 50

const TYPES = ['VARCHAR', 'VARCHAR', 'INTEGER']
const rowLike = (n: number): Cells => ({ 1: `row ${n}`, 2: n % 2 === 0 ? 'east' : 'west', 3: String(n % 100) })

async function newRegions(rowCount = 40): Promise<FilteredTable> {
  const place = await world.newTableAlone(TYPES)
  await world.append(
    place.workbookId,
    place.tableId,
    Array.from({ length: rowCount }, (_, n) => rowLike(n)),
  )
  return place
}

async function visibleBy({ workbookId, tableId }: FilteredTable, masked: number[] = []): Promise<ReadableTable> {
  const table = await world.readable(workbookId, tableId, { masked })
  return asReadable({ ...table, rows: EAST, rowCount: null })
}

/** A node whose readers of all rows have the table open too, as where it is edited. */
async function newNode(
  place: FilteredTable,
  options: Parameters<TableWorld['newReader']>[0] = {},
): Promise<OpenReader> {
  const reader = world.newReader(options)
  await readPage(reader, await world.readable(place.workbookId, place.tableId))
  return reader
}

const update = (rowId: number, cells: Cells): RowEdit => ({ op: 'U', rowId, cells, before: {} })

describe('a copy of the rows that may be seen', () => {
  test.each([
    ['in memory', {}],
    ['over files', { inMemoryBytes: -1 }],
  ])(
    '%s follows edits of any kind, and holds what one made from the whole table holds',
    async (_, options) => {
      const place = await newRegions()
      const reader = await newNode(place, options)
      const rows = new Map(Array.from({ length: 40 }, (_, n): [number, Cells] => [n + 1, rowLike(n)]))
      await readPage(reader, await visibleBy(place))
      const next = randomFrom(7)

      for (let round = 0; round < 60; round++) {
        await editAtRandom(place, rows, next)
        const table = await visibleBy(place)
        const page = await readPage(reader, table, { isCounted: true })
        const expected = [...rows].filter(([, cells]) => isEast(cells)).sort(([a], [b]) => a - b)
        expect(contentOf(page)).toEqual(expected.map(([id, cells]) => [id, cells[1], cells[2], cells[3]]))
        expect(page.count).toBe(expected.length)
      }

      expect(reader.pool.figures().filteredCopies).toBe(1)
      const held = (await statesOf(reader, place.workbookId)).map(({ rowCount }) => rowCount)
      expect(held.sort((a, b) => a - b)[0]).toBe([...rows.values()].filter(isEast).length)
    },
    60_000,
  )

  test('is made again where rows may have moved and no engine of the node has them whole', async () => {
    const place = await newRegions()
    const reader = world.newReader()
    await readPage(reader, await visibleBy(place))

    await world.edit(place.workbookId, place.tableId, [update(1, { 1: 'still east' })])
    const patched = contentOf(await readPage(reader, await visibleBy(place)))[0]
    const copies = reader.pool.figures().filteredCopies
    await world.edit(place.workbookId, place.tableId, [update(2, { 2: 'east' })])
    const moved = contentOf(await readPage(reader, await visibleBy(place)))[1]

    expect([patched, copies]).toEqual([[1, 'still east', 'east', '0'], 1])
    expect([moved, reader.pool.figures().filteredCopies]).toEqual([[2, 'row 1', 'east', '1'], 2])
  })

  test('is made again when rows come as a file, when the table is replaced and when its columns change', async () => {
    const place = await newRegions(10)
    const { workbookId, tableId } = place
    const reader = await newNode(place)
    const shown = async () => contentOf(await readPage(reader, await visibleBy(place))).length
    const copies = () => reader.pool.figures().filteredCopies
    const seen = [[await shown(), copies()]]

    await world.append(workbookId, tableId, [rowLike(2), rowLike(3)])
    seen.push([await shown(), copies()])
    const columns = TYPES.map((type, n) => column(n + 1, type))
    await world.write(workbookId, { tableId, expected: null, kind: 'schema', columns: columns.slice(1) })
    seen.push([await shown(), copies()])
    await world.write(workbookId, { tableId, expected: null, kind: 'schema', columns: columns.slice(0, 2) })
    seen.push([await shown(), copies()])

    // The last has no column that the condition names: no row is seen, and nothing is copied.
    expect(seen).toEqual([
      [5, 1],
      [6, 2],
      [6, 3],
      [0, 3],
    ])
  })

  test('gets nothing of columns that are hidden, also where they decide', async () => {
    const place = await newRegions(10)
    const reader = await newNode(place)
    await readPage(reader, await visibleBy(place, [2]))

    await world.edit(place.workbookId, place.tableId, [update(2, { 2: 'east' }), update(1, { 2: 'west', 1: 'gone' })])
    const page = await readPage(reader, await visibleBy(place, [2]))

    expect(contentOf(page).slice(0, 2)).toEqual([
      [2, 'row 1', null, '1'],
      [3, 'row 2', null, '2'],
    ])
    expect(reader.pool.figures().filteredCopies).toBe(1)
    const states = await statesOf(reader, place.workbookId)
    expect(states.map(({ columns }) => columns.join())).toContain('__svc_row_id,c1,c3')
  })
})

/** The same numbers in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** One to three edits of other rows, in one commit; `rows` follows. */
async function editAtRandom(
  { workbookId, tableId }: FilteredTable,
  rows: Map<number, Cells>,
  next: (below: number) => number,
) {
  const edits = new Map<number, RowEdit>()
  for (let n = 1 + next(3); n > 0; n--) {
    const ids = [...rows.keys()].filter((id) => !edits.has(id))
    const rowId = ids[next(ids.length)] ?? 0
    const before = rows.get(rowId) ?? {}
    const cells = changeAtRandom(next)
    if (next(6) === 0) edits.set(rowId, { op: 'D', rowId, cells: null, before })
    else edits.set(rowId, update(rowId, cells))
  }
  const added = next(3) === 0 ? [rowLike(next(100))] : []
  const inserts = added.map((cells): RowEdit => ({ op: 'I', rowId: null, cells, before: null }))
  const { tables } = await world.edit(workbookId, tableId, [...edits.values(), ...inserts])
  for (const [rowId, { op, cells }] of edits) {
    if (op === 'D') rows.delete(rowId)
    else rows.set(rowId, { ...rows.get(rowId), ...cells })
  }
  const ids = (tables[0]?.rowIds ?? []).filter((id) => !edits.has(id))
  for (const [n, cells] of added.entries()) rows.set(ids[n] ?? 0, cells)
}

function changeAtRandom(next: (below: number) => number): Cells {
  const all: Cells = { 1: `text ${next(1000)}`, 2: ['east', 'west', null][next(3)] ?? null, 3: String(next(100)) }
  const picked = Object.entries(all).filter(() => next(2) === 0)
  return picked.length === 0 ? { 1: 'plain' } : Object.fromEntries(picked)
}
