import { expect, test } from 'vitest'
import { startService } from '../../../../test/service.ts'
import { uploadTo } from '../../../../test/upload.ts'
import { columnNames } from './name-tables.ts'

const service = startService()

async function newWorkbook() {
  const { id, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${id}`
  const create = (name: string, columns: string[] = ['a']) =>
    owner.call('POST', `${at}/tables`, { name, columns: columns.map((column) => ({ name: column })) })
  return { owner, call: owner.call, at, create }
}

const UNSEEN = ['   ', '\u3000', 'a\u200bb', '\u202eabc', 'a\u0007', 'a\u2066b', '..', ' a', 'a ', 'a\nb', '\ufeffa']

test('names differ in more than case and width, within a workbook and within a table', async () => {
  const { call, at, create } = await newWorkbook()
  await create('be', ['price', 'ガ'])
  const taken = { status: 422, body: { code: 'name_taken' } }

  expect(await create('BE')).toMatchObject(taken)
  expect(await create('ｂｅ')).toMatchObject(taken)
  expect(await create('other', ['x', 'X'])).toMatchObject(taken)
  expect(await create('other', ['ｶﾞ', 'ガ'])).toMatchObject(taken)
  const columns = `${at}/tables/be/columns`
  expect(await call('POST', columns, { column: 'ＰＲＩＣＥ', expected_version: null })).toMatchObject(taken)
  expect(await call('PATCH', `${columns}/price`, { new_name: 'ｶﾞ', expected_version: null })).toMatchObject(taken)
  await create('third')
  expect(await call('PATCH', `${at}/tables/third`, { new_name: 'Be', expected_version: null })).toMatchObject(taken)
  const transform = { name: 'Be', language: 'sql', code: 'SELECT * FROM {{ t }}', args: { t: 'be' } }
  expect(await call('POST', `${at}/transforms`, transform)).toMatchObject(taken)
})

test('a table and a column may change the case of their own names', async () => {
  const { call, at, create } = await newWorkbook()
  await create('be', ['price'])

  const renamed = await call('PATCH', `${at}/tables/be`, { new_name: 'BE', expected_version: null })
  const column = await call('PATCH', `${at}/tables/BE/columns/price`, { new_name: 'Price', expected_version: null })

  expect([renamed.status, column.status]).toEqual([200, 200])
})

test.each(UNSEEN)('a name that is not seen as it is cannot be given: %j', async (name) => {
  const { call, at, create } = await newWorkbook()
  await create('sales')
  const transform = { name, language: 'sql', code: 'SELECT * FROM {{ t }}', args: { t: 'sales' } }

  const answers = [
    await create(name),
    await create('other', [name]),
    await call('PATCH', `${at}/tables/sales`, { new_name: name, expected_version: null }),
    await call('POST', `${at}/tables/sales/columns`, { column: name, expected_version: null }),
    await call('PATCH', `${at}/tables/sales/columns/a`, { new_name: name, expected_version: null }),
    await call('POST', `${at}/transforms`, transform),
  ]

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array(answers.length).fill([422, 'validation_error']),
  )
})

test('names of columns of a file become names that may be given, each its own', () => {
  const headers = ['a\u202eb', 'x', 'X', 'ｘ', '  ', 'two\nlines', '..', ' x ', '__svc_ ']

  expect(columnNames(headers)).toEqual([
    'ab',
    'x',
    'X_2',
    'ｘ_3',
    'column_5',
    'two lines',
    'column_7',
    'x_4',
    'column_9',
  ])
})

test('of two sheets whose names differ in case alone, the second table is called _2', async () => {
  const { owner, at } = await newWorkbook()
  const sheets = await uploadTo(service.url(), owner.session, `${at}/sources`, {
    bytes: 'x,y\n1,2\n',
    filename: 'BE.csv',
    fields: { structuring: 'skip' },
  })
  const again = await uploadTo(service.url(), owner.session, `${at}/sources`, {
    bytes: 'x,y\n3,4\n',
    filename: 'be.csv',
    fields: { structuring: 'skip' },
  })

  expect([sheets.body, again.body].map(({ artifacts }) => artifacts[0].name)).toEqual(['BE', 'be_2'])
})
