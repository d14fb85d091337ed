import type { ParseSpec, Region, RegionColumn } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { afterAll, expect, test } from 'vitest'
import { LoaderWorld, workbook } from '../../../test/loader-world.ts'
import type { Loader } from './loader.ts'

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
  expect(tables[0]).toMatchObject({ name: 'Sheet1', regionId: 'r1', rows: 2, report: { rejected: 0, issues: [] } })
  expect(rows).toEqual([
    ['東京', '10.5'],
    ['大阪', '-3'],
  ])
})

test('a corrected type is obeyed: values it reads are values, the others are null and told with their cell', async () => {
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

  const { tables, rows } = await read(CSV, withColumns(changed, { amount: { name: '金額' }, day: { include: false } }))

  expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['id', '金額'])
  expect(rows).toEqual([
    ['1', '1,200'],
    ['2', null],
    ['3', '30'],
  ])
})

test('rows below the data range and what is not applied yet are told, never passed over in silence', async () => {
  const spec = await specOf(CSV)
  const regions = spec.regions.map(
    (region): Region => ({ ...region, data_range: 'A2:C3', reshape: { kind: 'unpivot' } }),
  )

  const { tables, rows } = await read(CSV, { ...spec, regions })

  expect(rows).toHaveLength(2)
  expect(tables[0]?.report.warnings.map(({ code, count }) => [code, count])).toEqual([
    ['not_applied', 1],
    ['rows_below_range', 1],
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
    regions: spec.regions.map((region) => ({ ...region, fill_merged: 'down' })),
  })

  expect(rows).toEqual([
    ['sales', 'Aiko'],
    ['sales', 'Ben'],
    ['law', 'Chie'],
  ])
})

async function corrected(changes: Record<string, Partial<RegionColumn>>) {
  return read(CSV, withColumns(await specOf(CSV), changes))
}

function withColumns(spec: ParseSpec, changes: Record<string, Partial<RegionColumn>>): ParseSpec {
  const regions = spec.regions.map((region) => ({
    ...region,
    columns: region.columns.map((column) => ({ ...column, ...changes[column.name] })),
  }))
  return { ...spec, regions }
}

const specOf = (bytes: Buffer) => world.opened(bytes, 'file', analyzed)

const read = (bytes: Buffer, spec: ParseSpec) => world.opened(bytes, 'file', (loader) => stagedBy(loader, spec))

const analyzed = (loader: Loader) => loader.ask({ kind: 'analyze', sourceName: 'file', sha256: '' })

async function stagedBy(loader: Loader, spec: ParseSpec) {
  const tables = await loader.ask({ kind: 'stage-spec', spec, regions: null, rows: null })
  return { tables, rows: await loader.ask({ kind: 'first-rows', table: 0, limit: 100 }) }
}
