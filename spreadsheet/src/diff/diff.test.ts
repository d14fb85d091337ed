import { expect, test } from 'vitest'
import type { CellSink } from '../cell-sink.ts'
import type { OpenedFile } from '../opened-file.ts'
import { diffFiles } from './diff-files.ts'
import { GatheredCells } from './sheet-cells.ts'

type Value = string | number | boolean | null
type Sheets = Readonly<Record<string, readonly (readonly Value[])[]>>

/** A file that tells these cells. */
function fileOf(sheets: Sheets): OpenedFile {
  const lists = Object.values(sheets)
  return {
    format: 'xlsx',
    sheets: Object.keys(sheets).map((name) => ({ name, state: 'visible' })),
    styles: [],
    isDate1904: false,
    dialect: null,
    scan: async (sheet, sink) => report(lists[sheet] ?? [], sink),
    readGrid: () => Promise.reject(new Error('no grid is needed')),
    close: () => {},
  }
}

function report(rows: readonly (readonly Value[])[], sink: CellSink) {
  for (const [row, cells] of rows.entries()) {
    sink.row(row)
    for (const [column, value] of cells.entries()) {
      if (typeof value === 'string') sink.text(column, value, 0)
      else if (typeof value === 'number') sink.number(column, value, 0)
      else if (typeof value === 'boolean') sink.boolean(column, value, 0)
    }
    if (sink.isFull?.()) return
  }
}

const LIMITS = { perSheet: 10_000, inAll: 50_000, runs: 10_000, characters: 1_000_000 }
const diff = (old: Sheets, next: Sheets, limits = LIMITS) => diffFiles(fileOf(old), fileOf(next), limits)

const SALES: Value[][] = [
  ['region', 'amount', 'paid'],
  ['east', 10, true],
  ['west', 20, false],
  ['north', 30, true],
]

test('an empty row that was filled in did not come between others', async () => {
  const sparse: Value[][] = [['name', 'note'], ['a', null], [], [], [], ['south', null], [], [], ['007', '007']]
  const filled = sparse.with(3, ['b', null]).with(7, ['c', null])

  const [sheet] = await diff({ Notes: sparse }, { Notes: filled })

  expect(sheet?.changes.map(({ cell, old, next }) => [cell, old, next])).toEqual([
    ['A4', null, 'b'],
    ['A8', null, 'c'],
  ])
  expect(sheet?.rows).toEqual([{ old: 0, next: 0, count: 9 }])
})

test('a file that did not change has no changes', async () => {
  const [sheet] = await diff({ Sales: SALES }, { Sales: SALES })

  expect(sheet).toMatchObject({ sheet: 'Sales', status: 'same', changes: [], total: 0, isTruncated: false })
})

test('a changed cell is reported with what stood there and what stands there now', async () => {
  const changed = SALES.with(2, ['west', 21, null])

  const [sheet] = await diff({ Sales: SALES }, { Sales: changed })

  expect(sheet?.changes).toEqual([
    { cell: 'B3', oldCell: 'B3', newCell: 'B3', old: 20, next: 21 },
    { cell: 'C3', oldCell: 'C3', newCell: 'C3', old: false, next: null },
  ])
})

test('an inserted row moves those below it and changes none of them', async () => {
  const [sheet] = await diff({ Sales: SALES }, { Sales: SALES.toSpliced(2, 0, ['south', 15, true]) })

  expect(sheet?.rows).toEqual([
    { old: 0, next: 0, count: 2 },
    { old: 2, next: 3, count: 2 },
  ])
  expect(sheet?.changes.map(({ cell, oldCell, old, next }) => [cell, oldCell, old, next])).toEqual([
    ['A3', null, null, 'south'],
    ['B3', null, null, 15],
    ['C3', null, null, true],
  ])
})

test('the cells of a deleted row are reported at the place where they stood', async () => {
  const [sheet] = await diff({ Sales: SALES }, { Sales: SALES.toSpliced(1, 1) })

  expect(sheet?.changes.map(({ cell, newCell, old }) => [cell, newCell, old])).toEqual([
    ['A2', null, 'east'],
    ['B2', null, 10],
    ['C2', null, true],
  ])
  expect(sheet?.rows).toEqual([
    { old: 0, next: 0, count: 1 },
    { old: 2, next: 1, count: 2 },
  ])
})

test('a column that came between others is one column, and not a change of all behind it', async () => {
  const [sheet] = await diff({ Sales: SALES }, { Sales: SALES.map((row, n) => row.toSpliced(1, 0, `note ${n}`)) })

  expect(sheet?.total).toBe(4)
  expect(sheet?.columns).toEqual([
    { old: 0, next: 0, count: 1 },
    { old: 1, next: 2, count: 2 },
  ])
})

test('a row that moved down and was edited at once is still the same row', async () => {
  const next = SALES.with(3, ['north', 31, true]).toSpliced(1, 0, ['new', 1, false])

  const [sheet] = await diff({ Sales: SALES }, { Sales: next })

  expect(sheet?.changes).toContainEqual({ cell: 'B5', oldCell: 'B4', newCell: 'B5', old: 30, next: 31 })
  expect(sheet?.total).toBe(4)
})

test('an empty row that was inserted changes nothing but the places', async () => {
  const [sheet] = await diff({ Sales: SALES }, { Sales: SALES.toSpliced(1, 0, []) })

  expect(sheet).toMatchObject({ status: 'changed', changes: [], rows: [{ next: 0 }, { old: 1, next: 2, count: 3 }] })
})

test('a sheet under a new name is known by what it holds', async () => {
  const [renamed, other] = await diff({ Sales: SALES, Notes: [['x']] }, { 'Sales 2026': SALES, Notes: [['x']] })

  expect(renamed).toMatchObject({ sheet: 'Sales 2026', renamedFrom: 'Sales', status: 'same' })
  expect(other).toMatchObject({ sheet: 'Notes', renamedFrom: null, status: 'same' })
})

test('sheets that came and went are reported cell by cell', async () => {
  const [added, removed] = await diff({ Old: [['a', 1]] }, { New: [['b', 2]] })

  expect(added).toMatchObject({ sheet: 'New', status: 'added', changes: [{ cell: 'A1', old: null, next: 'b' }, {}] })
  expect(removed).toMatchObject({
    sheet: 'Old',
    status: 'removed',
    changes: [{ cell: 'A1', old: 'a', next: null }, {}],
  })
})

test('a number and the text of it are different, zero and minus zero are not', async () => {
  const [sheet] = await diff({ Sheet: [[1, 0]] }, { Sheet: [['1', -0]] })

  expect(sheet?.changes).toEqual([{ cell: 'A1', oldCell: 'A1', newCell: 'A1', old: 1, next: '1' }])
})

test('more changes than may be reported are counted, and the list says that it is cut', async () => {
  const old = { Sheet: Array.from({ length: 50 }, (_, n) => [n]) }
  const next = { Sheet: Array.from({ length: 50 }, (_, n) => [n + 1_000]) }

  const [sheet] = await diff(old, next, { ...LIMITS, perSheet: 10 })
  const [short] = await diff(
    { Sheet: [['x'.repeat(100)], ['y']] },
    { Sheet: [['z'], ['w']] },
    { ...LIMITS, characters: 100 },
  )

  expect([sheet?.changes.length, sheet?.total, sheet?.isTruncated]).toEqual([10, 50, true])
  expect([short?.changes.length, short?.total, short?.isTruncated]).toEqual([0, 2, true])
})

test('in a large sheet a few rows that came and went are found', async () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => [`id ${n}`, n % 7, n / 4, 'same'])
  const next = rows.toSpliced(20_000, 2).toSpliced(10_000, 0, ['new', 1, 2, 'same'])

  const [sheet] = await diff({ Sheet: rows }, { Sheet: next })

  expect(sheet?.total).toBe(12)
  expect(sheet?.rows.map(({ old, next: to }) => [old, to])).toEqual([
    [0, 0],
    [10_000, 10_001],
    [20_002, 20_001],
  ])
})

test('in a large sheet whose figures all changed, rows are the same whose texts are', async () => {
  const rows = Array.from({ length: 6_000 }, (_, n) => [`account ${n}`, n])
  const next = rows.map(([label], n) => [label ?? '', n + 0.5]).toSpliced(3_000, 1)

  const [sheet] = await diff({ Sheet: rows }, { Sheet: next })

  expect(sheet?.total).toBe(5_999 + 2)
})

test('cells of a broken file that come in any order, or twice, are put in order', () => {
  const gathered = new GatheredCells()
  for (const [column, hash] of [[3, 30], [1, 10], [3, 31]] as const) gathered.add(0, column, hash) // biome-ignore format: a list

  const { columns, hashes, starts } = gathered.end(false)

  expect([[...columns], [...hashes], [...starts]]).toEqual([[1, 3], [10, 31], [0, 2]]) // biome-ignore format: three lists
})
