import type { ParseSpec, Region, RegionColumn } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { afterAll, expect, test } from 'vitest'
import { LoaderWorld, workbook } from '../../../test/loader-world.ts'
import { originAt } from '../loader/cell-origins.ts'
import type { Loader, StagedTable } from '../loader/load-request.ts'

const world = await LoaderWorld.open()
afterAll(() => world.close())

const CSV = Buffer.from('id,amount,day\n1,"1,200",2024/1/5\n2,n/a,2024/1/6\n3,30,soon\n')

test('analysis proposes what a table is read by, and the spec it proposes reads the table as it is', async () => {
  const bytes = workbook([
    ['name', 'amount'],
    ['東京', 10.5],
    ['大阪', -3],
  ])

  const { spec, tables, rows } = await world.opened(bytes, 'file.xlsx', async (loader) => {
    const proposed = await analyzed(loader)
    return { spec: proposed, ...(await stagedBy(loader, proposed)) }
  })

  expect(spec.regions).toMatchObject([
    { sheet: 'Sheet1', kind: 'data', range: 'A1:B3', header_rows: [1], data_range: 'A2:B3' },
  ])
  expect(spec.regions[0]?.columns.map(({ source_column, name, type }) => [source_column, name, type])).toEqual([
    ['A', 'name', 'VARCHAR'],
    ['B', 'amount', 'DOUBLE'],
  ])
  expect(tables[0]).toMatchObject({ name: 'file', regionId: 'r1', rows: 2, report: { rejected: 0, issues: [] } })
  expect(rows).toEqual([
    ['東京', '10.5'],
    ['大阪', '-3'],
  ])
})

test('a corrected type is obeyed: values it reads are values, the others are null and reported with their cell', async () => {
  const { tables, rows } = await corrected({ amount: { type: 'BIGINT' }, day: { type: 'DATE', format: 'YYYY/M/D' } })

  expect(rows).toEqual([
    ['1', '1200', '2024-01-05'],
    ['2', null, '2024-01-06'],
    ['3', '30', null],
  ])
  expect(tables[0]?.report).toMatchObject({
    rowsRead: 3,
    rejected: 0,
    cellsNulled: 2,
    issues: [
      { row: 3, column: 'amount', value: 'n/a', code: 'uncastable_value' },
      { row: 4, column: 'day', value: 'soon', code: 'uncastable_value' },
    ],
  })
})

test('values are staged in the order of day and month that their column settles', async () => {
  const bytes = Buffer.from('id,day\n1,03/04/2025\n2,3/14/25\n3,03/05/2025\n')

  const { rows } = await read(bytes, await specOf(bytes))

  expect(rows).toEqual([
    ['1', '2025-03-04'],
    ['2', '2025-03-14'],
    ['3', '2025-03-05'],
  ])
})

test('a column may refuse the rows it cannot read, or stay text for their sake', async () => {
  const { tables, rows } = await corrected({
    amount: { type: 'BIGINT', on_error: 'fail' },
    day: { type: 'DATE', format: 'YYYY/M/D', on_error: 'text' },
  })

  expect(rows).toEqual([
    ['1', '1200', '2024/1/5'],
    ['3', '30', 'soon'],
  ])
  expect(tables[0]?.columns.map(({ type }) => type)).toEqual(['BIGINT', 'BIGINT', 'VARCHAR'])
  expect(tables[0]?.report).toMatchObject({ rowsRead: 3, rejected: 1, cellsNulled: 0 })
  expect(tables[0]?.report.warnings.map(({ code, column, count }) => [code, column, count])).toEqual([
    ['column_kept_as_text', 'day', 1],
  ])
})

test('null words, left-out columns and new names are those of the spec', async () => {
  const spec = await specOf(CSV)
  const changed: ParseSpec = { ...spec, reader: { ...spec.reader, null_values: ['', 'n/a'] } }

  const { tables, rows } = await read(
    CSV,
    withColumns(changed, { amount: { name: '金額', type: 'VARCHAR' }, day: { include: false } }),
  )

  expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['id', '金額'])
  expect(rows).toEqual([
    ['1', '1,200'],
    ['2', null],
    ['3', '30'],
  ])
})

test('rows below the data range, and rows that no output takes, are reported and never passed over in silence', async () => {
  const spec = await specOf(CSV)
  const regions = spec.regions.map(
    (region): Region => ({ ...region, data_range: 'A2:C3', row_roles: [{ rows: [3], role: 'total' }] }),
  )

  const { tables, rows } = await read(CSV, { ...spec, regions })

  expect(rows).toHaveLength(1)
  expect(tables[0]?.report.warnings.map(({ code, count }) => [code, count])).toEqual([
    ['rows_below_range', 1],
    ['rows_left_out', 1],
  ])
})

test('rows below the data range that another region holds are read there, and no warning says otherwise', async () => {
  const spec = await specOf(CSV)
  const regions = spec.regions.flatMap((region): Region[] => [
    { ...region, data_range: 'A2:C2' },
    { ...region, region_id: 'below', range: 'A3:C4', data_range: 'A3:C4' },
  ])

  const { tables } = await read(CSV, { ...spec, regions })

  expect(tables.map(({ report }) => report.warnings)).toEqual([[], []])
})

const SALES = workbook([
  ['店', '4月', '5月'],
  ['　東', 1, 2],
  ['西', 3, 'ｎ／ａ'],
  ['計', 4, 2],
])
const LONG = {
  kind: 'unpivot',
  id_columns: ['店'],
  value_columns: ['4月', '5月'],
  name_to: '期間',
  value_to: '値',
} as const

test('periods across columns become rows where the spec says so, totals stay out, and texts are as they stand', async () => {
  const { tables, rows } = await read(SALES, await longSpec())

  expect(tables[0]).toMatchObject({ name: '売上', output: 'long', regionId: 'r1', rows: 4 })
  const [shop, period, value] = ['店', '期間', '値'].map((name) => placeIn(tables[0], name))
  expect(rows.map((row) => [row[shop ?? 0], row[period ?? 0], row[value ?? 0]]).sort()).toEqual(
    [['　東', '4月', '1'], ['　東', '5月', '2'], ['西', '4月', '3'], ['西', '5月', 'ｎ／ａ']].sort(),
  ) // biome-ignore format: one row each
})

test('every value of a reshaped table knows the cell it was read from', async () => {
  const { tables, rows } = await read(SALES, await longSpec())

  const [table] = tables
  const cellOf = (name: string, row: number) => {
    const at = table && originAt(table.origins, placeIn(table, name), row)
    return at && spellCell(at.row, at.column)
  }
  const row = rows.findIndex((one) => one.includes('3'))
  expect([cellOf('店', row), cellOf('期間', row), cellOf('値', row)]).toEqual(['A3', 'B1', 'B3'])
})

test('every value of a list and of a sheet as it is knows its cell, too, whatever rows were left out', async () => {
  const { tables } = await read(SALES, await salesSpec({ row_roles: [{ rows: [2], role: 'group' }] }))
  const sheets = await world.opened(SALES, 'file', (loader) => loader.ask({ kind: 'stage-sheets' }))

  const cells = [tables[0], sheets[0]].map((table) => table && originAt(table.origins, 1, 0))
  expect(cells).toEqual([
    { row: 2, column: 1 },
    { row: 0, column: 1 },
  ])
})

test('the value of a merged area is that of all its rows where the spec says so', async () => {
  const bytes = workbook(
    [
      ['dept', 'name'],
      ['sales', 'Aiko'],
      [null, 'Ben'],
      ['law', 'Chie'],
    ],
    { change: (sheet) => Object.assign(sheet, { '!merges': [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }] }) },
  )
  const spec = await specOf(bytes)

  const { rows } = await read(bytes, {
    ...spec,
    regions: spec.regions.map((region) => ({ ...region, ...PLAIN, data_range: 'A2:B4', fill_merged: 'down' })),
  })

  expect(rows).toEqual([
    ['sales', 'Aiko'],
    ['sales', 'Ben'],
    ['law', 'Chie'],
  ])
})

/** As analysis would say of a list. */
const PLAIN: Partial<Region> = {
  kind: 'data',
  orientation: 'rows',
  row_roles: [],
  reshape: null,
  hierarchy: null,
  outputs: [{ name: 'file', kind: 'list' }],
}

const longSpec = () =>
  salesSpec({
    layout: 'wide',
    reshape: LONG,
    row_roles: [{ rows: [4], role: 'total' }],
    outputs: [{ name: '売上', kind: 'long' }],
  })

async function salesSpec(changes: Partial<Region>): Promise<ParseSpec> {
  const spec = await specOf(SALES)
  const names = ['店', '4月', '5月']
  const regions = spec.regions.map((region): Region => {
    const columns = region.columns.map((column, n) => {
      const name = names[n] ?? ''
      const header_cells = [spellCell(0, n)]
      return { ...column, name, header: name, header_cells, type: n === 1 ? 'BIGINT' : 'VARCHAR' }
    })
    return { ...region, range: 'A1:C4', header_rows: [1], data_range: 'A2:C4', columns, ...PLAIN, ...changes }
  })
  return { ...spec, regions }
}

const placeIn = (table: StagedTable | undefined, column: string) =>
  table?.columns.findIndex(({ name }) => name === column) ?? -1

async function corrected(changes: Record<string, Partial<RegionColumn>>) {
  return read(CSV, withColumns(await specOf(CSV), changes))
}

function withColumns(spec: ParseSpec, changes: Record<string, Partial<RegionColumn>>): ParseSpec {
  const regions = spec.regions.map((region) => ({
    ...region,
    ...PLAIN,
    columns: region.columns.map((column) => ({
      ...column,
      format: null,
      on_error: 'null' as const,
      ...changes[column.name],
    })),
  }))
  return { ...spec, regions }
}

const specOf = (bytes: Buffer) => world.opened(bytes, 'file', analyzed)

const read = (bytes: Buffer, spec: ParseSpec) => world.opened(bytes, 'file', (loader) => stagedBy(loader, spec))

const analyzed = (loader: Loader) => loader.ask({ kind: 'analyze', sourceName: 'file', sha256: '', language: 'ja' })

async function stagedBy(loader: Loader, spec: ParseSpec) {
  const tables = await loader.ask({ kind: 'stage-spec', spec, rows: null })
  return { tables, rows: await loader.ask({ kind: 'first-rows', table: 0, limit: 100 }) }
}

test('a list is checked while it is read: rows, sums, totals set apart, and nothing where only its beginning was read', async () => {
  const spec = await salesSpec({ row_roles: [{ rows: [4], role: 'total' }] })

  const { tables } = await read(SALES, spec)
  const [begun] = await world.opened(SALES, 'file', (loader) => loader.ask({ kind: 'stage-spec', spec, rows: 1 }))

  expect(tables[0]?.check).toEqual({
    rows_in: 2,
    rows_out: 2,
    factor: 1,
    cells_empty: 0,
    cells_filled: 0,
    cells_dropped: 0,
    cells_computed: 2,
    sums: [{ column: '4月', sum_in: '4', sum_out: '4' }],
    balanced: true,
    reason: null,
  })
  expect(begun?.check).toBeNull()
})

test('totals that a spec leaves among the rows are rows of the list', async () => {
  const spec = await salesSpec({ row_roles: [{ rows: [4], role: 'total' }], computed_rows: 'among' })

  const { tables, rows } = await read(SALES, spec)

  expect(rows.map(([shop]) => shop)).toEqual(['　東', '西', '計'])
  expect(tables[0]?.check).toMatchObject({ rows_in: 3, rows_out: 3, balanced: true })
})
