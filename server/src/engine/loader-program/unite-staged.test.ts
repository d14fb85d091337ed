import { spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { afterAll, expect, test } from 'vitest'
import { LoaderWorld, workbookOf } from '../../../test/loader-world.ts'
import { type CellPosition, originAt } from '../loader/cell-origins.ts'
import type { Loader } from '../loader/load-request.ts'

const world = await LoaderWorld.open()
afterAll(() => world.close())

test('sheets that a spec unites are one table, each row with its sheet, and each value with its cell', async () => {
  const header = ['day', 'customer', 'amount']
  const bytes = workbookOf({
    Jan: [header, ['2025-01-05', 'Acme', 10], ['2025-01-06', 'Beta', 20]],
    Feb: [
      ['Amount ', 'Day', 'Customer', 'rep'],
      [30.5, '2025-02-01', 'Core', 'Ann'],
    ],
  })

  const { table, rows } = await world.opened(bytes, 'sales.xlsx', async (loader) => {
    const [staged, ...others] = await loader.ask({ kind: 'stage-spec', spec: await analyzed(loader), rows: null })
    expect(others).toEqual([])
    return { table: staged, rows: await loader.ask({ kind: 'first-rows', table: 0, limit: 10 }) }
  })

  expect(table?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['sheet', 'VARCHAR'],
    ['day', 'DATE'],
    ['customer', 'VARCHAR'],
    ['amount', 'DOUBLE'],
    ['rep', 'VARCHAR'],
  ])
  expect(rows).toEqual([
    ['Jan', '2025-01-05', 'Acme', '10', null],
    ['Jan', '2025-01-06', 'Beta', '20', null],
    ['Feb', '2025-02-01', 'Core', '30.5', 'Ann'],
  ])
  const parts = table?.union?.parts ?? []
  expect(parts.map(({ sheet, rows: count }) => [sheet, count])).toEqual([
    ['Jan', 2],
    ['Feb', 1],
  ])
  const places = [0, 1, 3, 4].map((column) => parts.map(({ origins }) => spelled(originAt(origins, column, 0))))
  expect(places).toEqual([
    [null, null],
    ['A2', 'B2'],
    ['C2', 'A2'],
    [null, 'D2'],
  ])
  expect(table?.check).toMatchObject({ rows_in: 3, rows_out: 3, balanced: true })
})

test('united rows stay in the order of their sheets, however many there are', async () => {
  const rows = (from: number) => Array.from({ length: 5_000 }, (_, n) => [from + n, `name ${from + n}`])
  const bytes = workbookOf({ '2024': [['id', 'name'], ...rows(1)], '2025': [['id', 'name'], ...rows(5_001)] })

  const lines = await world.opened(bytes, 'ids.xlsx', async (loader) => {
    await loader.ask({ kind: 'stage-spec', spec: await analyzed(loader), rows: null })
    return loader.ask({ kind: 'first-rows', table: 0, limit: 20_000 })
  })

  expect(lines).toHaveLength(10_000)
  expect(lines.every(([, id], n) => id === String(n + 1))).toBe(true)
})

const analyzed = (loader: Loader) => loader.ask({ kind: 'analyze', sourceName: 'file', sha256: '', language: 'en' })

const spelled = (place: CellPosition | null) => place && spellCell(place.row, place.column)
