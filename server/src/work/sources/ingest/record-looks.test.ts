import { read } from '@e965/xlsx'
import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'
import { workbookFile } from '../../../../test/workbook-file.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const shown = (v: number, z: string) => ({ t: 'n', v, z })

const unitsOf = (columns: Body[]) =>
  columns.map(({ name, unit, scale, description }) => [name, unit, scale, description])

test('a unit above the table, in a header or under it stands on the column and in its description', async () => {
  const { call, upload } = await newSourcePlace(service)
  const bytes = workbookFile({
    上期: [
      ['店舗別実績', null, null, null],
      [null, null, null, '(単位:千円)'],
      ['店舗', '売上高', '数量(個)', '構成比'],
      ['東京', 1200, 31, shown(0.3985751, '0.0%')],
      ['大阪', 900, 22, shown(0.2989, '0.0%')],
      ['福岡', 911, 27, shown(0.3025, '0.0%')],
    ],
  })

  await upload({ bytes, filename: '実績.xlsx' })

  const { columns } = (await call('GET', '/tables/実績')).body
  expect(unitsOf(columns)).toEqual([
    ['店舗', undefined, undefined, null],
    ['売上高', '千円', 1000, '単位: 千円'],
    ['数量', '個', 1, '単位: 個'],
    ['構成比', undefined, undefined, null],
  ])
})

test('months across a table in thousands become one column of values with that unit', async () => {
  const { call, upload, rows } = await newSourcePlace(service)
  const bytes = workbookFile({
    Plan: [
      ['Sales plan (in thousands of USD)', null, null, null],
      ['Shop', '2026-04', '2026-05', '2026-06'],
      ['North', 12, 13, 15],
      ['South', 22, 21, 29],
      ['East', 7, 8, 6],
    ],
  })

  await upload({ bytes, filename: 'plan.xlsx' })

  const { columns } = (await call('GET', '/tables/plan')).body
  const value = columns.find(({ unit }: Body) => unit !== undefined)
  expect(value).toMatchObject({ type: 'BIGINT', scale: 1000 })
  expect(value.description).toMatch(/^Unit: .*thousands/)
  expect(await rows('plan')).toHaveLength(9)
})

const formatsOf = async (call: (method: string, path: string) => Promise<Body>, table: string) => {
  const { annotations } = (await call('GET', `/tables/${table}/annotations`)).body
  const ofColumns = annotations.filter(({ target }: Body) => target.kind === 'column')
  return Object.fromEntries(ofColumns.map(({ target, style }: Body) => [target.column, style.number_format]))
}

const SHOWN = [
  ['日付', '品名', '単価', '利益率', '数量'],
  ...[1, 2, 3, 4, 5].map((n) => [
    shown(46_113 + n, 'yyyy"年"m"月"d"日"'),
    `品${n}`,
    shown(1200.5 * n, '"¥"#,##0.00'),
    shown(0.3985751 / n, '0.0%'),
    n,
  ]),
]

test('number formats of cells are the formats of their columns, and exports write them', async () => {
  const { call, upload, at, owner } = await newSourcePlace(service)
  await upload({ bytes: workbookFile({ 明細: SHOWN }), filename: '明細.xlsx' })

  expect(await formatsOf(call, '明細')).toEqual({
    日付: 'yyyy"年"m"月"d"日"',
    単価: '"¥"#,##0.00',
    利益率: '0.0%',
  })
  const sent = await fetch(`${service.url()}${at}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tables: ['明細'], format: 'xlsx' }),
  })
  const sheet = read(Buffer.from(await sent.arrayBuffer()), { cellNF: true }).Sheets.明細
  expect([sheet?.C2?.z, sheet?.D2?.z, sheet?.D2?.w]).toEqual(['"¥"#,##0.00', '0.0%', '39.9%'])
})

test('a format that a user has given a column since stays when the source is read again', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: workbookFile({ 明細: SHOWN }), filename: '明細.xlsx' })
  await call('POST', `${path}/materialize`, {})
  const style = { number_format: '0.00%' }
  await call('POST', '/tables/明細/annotations', {
    annotations: [{ target: { kind: 'column', column: '利益率' }, style }],
  })

  const changed = structuredClone(spec)
  changed.regions[0].columns[2].number_format = '#,##0'
  changed.regions[0].columns[4].number_format = '0"個"'
  await call('PUT', `${path}/parse-spec?preview=false`, changed)
  await call('POST', `${path}/materialize`, {})

  expect(await formatsOf(call, '明細')).toMatchObject({ 利益率: '0.00%', 単価: '"¥"#,##0.00', 数量: '0"個"' })
})

test('a column of percentages keeps every digit where some of its formulas end in an error', async () => {
  const { upload, rows, call } = await newSourcePlace(service)
  const margins = [0.9270924467774861, 0.9640494679321254, 0.8490338164251208, 0.8932308349348708]
  const bytes = workbookFile({
    Data: [
      ['Order', 'Unit price', 'Margin'],
      ...margins.map((margin, n) => [`A${n}`, 12.5 + n, shown(margin, '0%')]),
      ['A9', 3.25, { t: 'e', v: 0x07, w: '#DIV/0!' }],
    ],
  })

  await upload({ bytes, filename: 'margins.xlsx' })

  expect((await rows('margins')).map(({ Margin }: Body) => Margin)).toEqual([...margins, null])
  const { columns } = (await call('GET', '/tables/margins')).body
  expect(columns.map(({ unit }: Body) => unit)).toEqual([undefined, undefined, undefined])
})

test('months under a business year stand beside their year and month', async () => {
  const { upload, rows } = await newSourcePlace(service)
  const bytes = workbookFile({
    売上: [
      ['2026年度 売上計画'],
      [],
      ['店舗', '2月', '3月', '4月', '前年実績'],
      ['東京', 120, 131, 144, 391],
      ['大阪', 90, 87, 95, 288],
      ['福岡', 61, 66, 58, 170],
    ],
  })

  await upload({ bytes, filename: '計画.xlsx' })

  expect((await rows('計画')).slice(0, 4)).toEqual([
    { 店舗: '東京', 年月: '2027-02', 期間: '2月', 区分: null, 値: 120 },
    { 店舗: '東京', 年月: '2027-03', 期間: '3月', 区分: null, 値: 131 },
    { 店舗: '東京', 年月: '2026-04', 期間: '4月', 区分: null, 値: 144 },
    { 店舗: '東京', 年月: null, 期間: null, 区分: '前年実績', 値: 391 },
  ])
})
