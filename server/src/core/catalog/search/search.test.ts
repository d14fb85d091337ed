import { describe, expect, test } from 'vitest'
import type { Call } from '../../../../test/client.ts'
import { newTable as newTableIn } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'
import { uploadTo } from '../../../../test/upload.ts'

const service = startService()

const newTable = (name: string, columns: readonly object[] = [{ name: 'region' }]) =>
  newTableIn(service, { name, columns })

const search = async (call: Call, q: string, more = '') =>
  (await call('GET', `/api/v1/search?q=${encodeURIComponent(q)}${more}`)).body.results
const names = async (call: Call, q: string) => (await search(call, q)).map(({ name }: { name: string }) => name)

describe('search', () => {
  test('finds a table by name, description and columns, and says by which', async () => {
    const { call, at } = await newTable('sales_2024', [{ name: '顧客コード' }, { name: 'amount' }])
    await call('PUT', `${at}/tables/sales_2024/description`, { description: 'What the branches reported' })

    expect(await search(call, 'sales')).toMatchObject([
      { kind: 'artifact', name: 'sales_2024', type: 'table', workbook_title: 'Ledger', matched: ['name'] },
    ])
    expect(await search(call, '顧客')).toMatchObject([{ name: 'sales_2024', matched: ['column'] }])
    expect(await search(call, 'branches')).toMatchObject([{ matched: ['description'] }])
    expect(await search(call, 'sales 顧客 report')).toMatchObject([{ matched: ['name', 'description', 'column'] }])
    expect(await search(call, 'sales unknown')).toEqual([])
  })

  test.each([
    ['two characters in the middle of a name', '月次売上実績', '売上'],
    ['one character', '税区分', '税'],
    ['full width for half width', 'ABC商事 2024', 'ＡＢＣ商事　２０２４'],
    ['hiragana for katakana, and half-width katakana', 'カタログ', 'かたろぐ'],
    ['half-width katakana with its sound marks apart', 'ガバナンス', 'ｶﾞﾊﾞﾅﾝｽ'],
    ['a long vowel that is written or not', 'サーバ一覧', 'サーバー'],
    ['a name that is spaced out', '氏　名　一　覧', '氏名一覧'],
    ['a dot between words of katakana', 'データ・ベース', 'データベース'],
    ['a variant of a character', '髙橋商店', '高橋'],
    ['capitals', 'Customer_Orders', 'customer orders'],
    ['one for many', 'category', 'categories'],
    ['the middle of a long word', 'headquarters', 'quarter'],
    ['two letters at the beginning of a word', 'monthly PL', 'pl'],
  ])('finds by %s', async (_, name, q) => {
    const { call } = await newTable(name)

    expect(await names(call, q)).toEqual([name])
  })

  test('puts the very name first, then names that begin so, then columns', async () => {
    const { call, at } = await newTable('予算', [{ name: '費目' }])
    for (const [name, column] of [
      ['前年予算', 'x'],
      ['実績', '予算'],
      ['予算明細', 'x'],
    ])
      await call('POST', `${at}/tables`, { name, columns: [{ name: column }] })

    expect(await names(call, '予算')).toEqual(['予算', '予算明細', '前年予算', '実績'])
    expect(await search(call, '予算', '&limit=1')).toHaveLength(1)
  })

  test('asks nothing for nothing, and takes a question of any characters', async () => {
    const { call } = await newTable('sales')

    for (const q of ['', '   ', '　', '%', '_', "'", '\\', '---']) expect(await search(call, q)).toEqual([])
    expect((await call('GET', '/api/v1/search')).body).toEqual({ results: [], next_cursor: null })
    expect((await call('GET', '/api/v1/search?q=a&limit=101')).status).toBe(422)
  })

  test('follows every change at once: names, columns, the trash and what comes back from it', async () => {
    const { call, at, table } = await newTable('alpha')
    await call('PATCH', `${table}/columns/region`, { new_name: 'territory', expected_version: null })
    expect(await names(call, 'territory')).toEqual(['alpha'])
    expect(await names(call, 'region')).toEqual([])

    await call('PATCH', table, { new_name: 'omega', expected_version: null })
    expect([await names(call, 'alpha'), await names(call, 'omega')]).toEqual([[], ['omega']])

    await call('POST', `${at}/tables/omega/archive`)
    expect(await search(call, 'omega')).toMatchObject([{ state: 'archived' }])
    await call('DELETE', `${at}/tables/omega?expected_version=null`)
    expect(await names(call, 'omega')).toEqual([])
    const { trash } = (await call('GET', '/api/v1/me/trash')).body
    await call('POST', `/api/v1/me/trash/${trash[0].id}/restore`)
    expect(await names(call, 'omega')).toEqual(['omega'])
    await call('DELETE', at)
    expect(await names(call, 'omega')).toEqual([])
  })

  test('finds a source by its file name, and the tables made of it too', async () => {
    const { id, owner } = await service.newWorkbook()
    await uploadTo(service.url(), owner.session, `/api/v1/workbooks/${id}/sources`, {
      filename: '４月_出荷実績.csv',
      bytes: 'code,day\n1,2\n',
      fields: { structuring: 'skip' },
    })

    const found = await search(owner.call, '出荷実績')

    expect(found.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['artifact', 'source'])
    expect(found[0].matched).toContain('filename')
  })

  test('shows no one what they cannot see, and a pinned token only what it reaches', async () => {
    const mine = await newTable('ledger')
    const other = await newTable('ledger')
    const { body } = await mine.call('POST', '/api/v1/workbooks', { title: 'Second' })
    await mine.call('POST', `/api/v1/workbooks/${body.workbook_id}/tables`, {
      name: 'ledger two',
      columns: [{ name: 'a' }],
    })
    const pinned = await service.newToken(mine.owner, { resource: `workbook:${body.workbook_id}` })

    expect(await names(mine.call, 'ledger')).toEqual(['ledger', 'ledger two'])
    expect(await names(service.as(pinned), 'ledger')).toEqual(['ledger two'])
    const guest = await service.newPerson()
    expect(await names(guest.call, 'ledger')).toEqual([])
    await other.call('PUT', `${other.at}/members/${guest.userId}`, { role: 'viewer' })
    expect(await search(guest.call, 'ledger')).toMatchObject([{ workbook_id: other.at.split('/').at(-1) }])
  })

  test('a denied column is not found by users it is denied to; a masked one keeps its name', async () => {
    const { call, at } = await newTable('staff', [{ name: 'name' }, { name: 'salary' }])
    await call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })

    await call('PUT', `${at}/policies/pay`, { effect: 'mask' })
    expect(await names(call, 'salary')).toEqual(['staff'])
    await call('PUT', `${at}/policies/pay`, { effect: 'deny' })

    expect(await names(call, 'salary')).toEqual([])
    expect(await names(call, 'staff salary')).toEqual([])
    expect(await search(call, 'staff')).toMatchObject([{ name: 'staff', matched: ['name'] }])
    await call('DELETE', `${at}/policies/pay`)
    expect(await names(call, 'salary')).toEqual(['staff'])
  })
})
