import { utils, write } from '@e965/xlsx'
import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const commented = (v: string | number, text: string) => ({
  t: typeof v === 'number' ? 'n' : 's',
  v,
  c: [{ a: 'Aiko', t: text }],
})
const linked = (v: string, Target: string) => ({ t: 's', v, l: { Target } })

/** Products with comments and links, the third row and the last column hidden, beside a hidden sheet of rates. */
function productFile(): Buffer<ArrayBuffer> {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet([
    [commented('商品', '社内の名称'), '価格', '仕入先', '原価'],
    ['机', commented(12_000, '4月に値上げ'), linked('青葉', 'https://example.com/aoba'), 7_000],
    ['椅子', 8_000, linked('若葉', 'https://example.com/wakaba'), 4_100],
    ['棚', 15_500, '双葉', 9_800],
    [],
    [],
    [commented('税抜', '税率は別表')],
  ])
  // On a cell that holds nothing.
  sheet.F2 = { t: 'z', c: [{ a: 'Aiko', t: '来月見直し' }] }
  sheet['!ref'] = 'A1:F7'
  sheet['!rows'] = [{}, {}, { hidden: true }]
  sheet['!cols'] = [{}, {}, {}, { hidden: true }]
  utils.book_append_sheet(book, sheet, '商品')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['地域', '率'], ['東', 3], ['西', 4], ['北', 7]]), '率') // biome-ignore format: one line
  book.Workbook = { Sheets: [{}, { Hidden: 1 }] }
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

test('comments and links of cells are annotations of the cells they became', async () => {
  const { call, upload } = await newSourcePlace(service)

  await upload({ bytes: productFile(), filename: '商品.xlsx' })

  const { annotations } = (await call('GET', '/tables/商品/annotations')).body
  const said = annotations
    .filter(({ note }: Body) => note !== null)
    .map(({ target, note, label }: Body) => [target.kind, target.row_id, target.column, note, label])
  expect(said.toSorted()).toEqual(
    [
      ['table', null, null, 'F2: 来月見直し', null],
      ['column', null, '商品', '社内の名称', null],
      ['cell', 1, '価格', '4月に値上げ', null],
      ['cell', 1, '仕入先', 'https://example.com/aoba', 'link'],
      ['cell', 2, '仕入先', 'https://example.com/wakaba', 'link'],
    ].toSorted(),
  )
  const notes = (await call('GET', '/tables/商品_補足情報/annotations')).body.annotations
  expect(notes).toMatchObject([{ target: { kind: 'cell' }, note: '税率は別表' }])
})

test('hidden rows, columns and sheets are read, and one warning names them', async () => {
  const { upload, rows } = await newSourcePlace(service)

  const { body } = await upload({ bytes: productFile(), filename: '商品.xlsx' })

  expect(await rows('商品')).toHaveLength(3)
  const hidden = body.warnings.filter(({ code }: Body) => code === 'hidden_content')
  expect(hidden).toMatchObject([{ count: 3 }])
  expect(hidden[0].message).toContain('1 rows of 商品 (3); 1 columns of 商品 (D); the sheet 率')
})

test('marks for the same as above, and as beside, take the value they stand for, and the check lists them', async () => {
  const { upload, rows, call } = await newSourcePlace(service)
  const csv = '日付,取引先,請求先,金額\n4/1,青葉商店,同左,120\n4/2,〃,〃,88\n4/3,同上,同左,95\n4/4,若葉工業,同左,61\n'

  const { body } = await upload({ bytes: csv, filename: '取引.csv' })

  expect((await rows('取引')).map((row: Body) => [row.取引先, row.請求先])).toEqual([
    ['青葉商店', '青葉商店'],
    ['青葉商店', '青葉商店'],
    ['青葉商店', '青葉商店'],
    ['若葉工業', '若葉工業'],
  ])
  const spec = await call('GET', `/sources/${encodeURIComponent(body.source.name)}/parse-spec`)
  expect(spec.body.check[0]).toMatchObject({ cells_filled: 6, marks_filled: ['C2', 'B3', 'C3', 'B4', 'C4', 'C5'] })
})

test('links are a column of their own where the spec asks for one', async () => {
  const { call, analyzed, rows } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: productFile(), filename: '商品.xlsx' })
  const changed = structuredClone(spec)
  const region = changed.regions.find(({ sheet, kind }: Body) => sheet === '商品' && kind === 'data')
  region.columns[2].link_to = '仕入先のページ'
  await call('PUT', `${path}/parse-spec?preview=false`, changed)

  await call('POST', `${path}/materialize`, {})

  expect((await rows('商品')).map((row: Body) => [row.仕入先, row.仕入先のページ])).toEqual([
    ['青葉', 'https://example.com/aoba'],
    ['若葉', 'https://example.com/wakaba'],
    ['双葉', null],
  ])
})
