import { expect, test, vi } from 'vitest'
import type { Body } from '../client.ts'
import { startService } from '../service.ts'
import { newSourcePlace } from '../source-place.ts'
import { workbookFile } from '../workbook-file.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** How a file becomes tables, and what these are called. */
const service = startService()

const SHOPS = [
  ['売上実績'],
  [],
  ['店', '品目', '金額'],
  ['東', '本', 100],
  ['西', '紙', 250],
  ['北', '筆', 300],
  [],
  ['※ 税抜き'],
]
const STAFF = [
  ['社員番号', '氏名', '部署'],
  ['0012', '佐藤', '営業'],
  ['0345', '鈴木', '経理'],
]

const namesIn = (body: Body): string[] => body.artifacts.map(({ name }: { name: string }) => name).sort()

test('materializing makes one table of each region of kind data, or of those that are selected, and emits an event for each', async () => {
  const { call, analyzed, events } = await newSourcePlace(service)
  const sent = { bytes: workbookFile({ 実績: SHOPS, 社員: STAFF }), filename: 'report.xlsx' }
  const { path, spec } = await analyzed(sent)
  const data = spec.regions.filter(({ kind }: Body) => kind === 'data').map(({ region_id }: Body) => region_id)

  const all = await call('POST', `${path}/materialize`, {})
  const updates = (await events()).filter(({ type }) => type === 'artifact.updated')
  const one = await call('POST', `${path}/materialize`, { regions: [data[0]] })

  expect(spec.regions.length).toBeGreaterThan(data.length)
  expect([all.status, data.length, namesIn(all.body).length]).toEqual([200, 2, 2])
  expect(updates.map(({ data: { artifact } }) => artifact.name).sort()).toEqual(namesIn(all.body))
  expect(one.body.reports.map(({ region_id }: Body) => region_id)).toEqual([data[0]])
})

test('titles and notes around a table are a table of their own, named after the sheet', async () => {
  const { upload, rows } = await newSourcePlace(service)

  const { body } = await upload({ bytes: workbookFile({ 実績: SHOPS }), filename: 'report.xlsx' })

  expect(body.source.artifacts).toHaveLength(2)
  expect(body.source.artifacts).toContain('実績_補足情報')
  const texts = JSON.stringify(await rows('実績_補足情報'))
  expect(texts).toContain('売上実績')
  expect(texts).toContain('税抜き')
})

test('periods across columns become rows, one for each period', async () => {
  const { upload, rows } = await newSourcePlace(service)
  const bytes = workbookFile({
    支店別: [
      ['支店', '4月', '5月', '6月'],
      ['東京', 100, 250, 310],
      ['大阪', 420, 180, 90],
      ['札幌', 75, 60, 88],
    ],
  })

  const { body } = await upload({ bytes, filename: 'branches.xlsx' })

  const [table] = body.source.artifacts
  const long: Body[] = await rows(table)
  expect(long).toHaveLength(9)
  expect(long.filter((row) => Object.values(row).includes('東京')).map((row) => Object.values(row).at(-1))).toEqual([
    100, 250, 310,
  ])
})

test('a report with subtotals becomes a table for each level, one of computed lines and one of its accounts', async () => {
  const { upload } = await newSourcePlace(service)
  const bytes = workbookFile({
    損益: [
      ['科目', '4月', '5月', '6月'],
      ['売上高', 30, 70, 45],
      ['　国内', 10, 30, 28],
      ['　海外', 20, 40, 17],
      ['売上原価', 5, 6, 9],
      ['売上総利益', 25, 64, 36],
    ],
  })

  const { body } = await upload({ bytes, filename: '損益.xlsx' })

  expect([...body.source.artifacts].sort()).toEqual(
    ['損益_階層1', '損益_階層2', '損益_階層1_計算項目', '損益_科目'].sort(),
  )
})
