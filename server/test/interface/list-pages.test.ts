import { utils, write } from '@e965/xlsx'
import { describe, expect, test, vi } from 'vitest'
import { fromWireId } from '../../src/platform/ids.ts'
import type { Body, Call } from '../client.ts'
import { exportFile, openBook } from '../export-file.ts'
import { newTable } from '../new-table.ts'
import { mintToken } from '../person.ts'
import { startService } from '../service.ts'
import { uploadTo } from '../upload.ts'

// Some lists are filled by hundreds of calls.
vi.setConfig({ testTimeout: 240_000 })

/** How many items a list holds when no limit is named. Each list is filled with one more. */
const service = startService()

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Calls one after another with a token whose rate does not stop them. */
async function newCaller(call: Call): Promise<Call> {
  return service.as(await mintToken(call, ['workbooks:write', 'governance:configure']))
}

async function newLedger() {
  const { owner, call, at, table } = await newTable(service, { columns: [{ name: 'first' }] })
  return { owner, at, table, call: await newCaller(call) }
}

const countOf = async (call: Call, path: string, list: string) => {
  const { status, body } = await call('GET', path)
  return [status, (body as Body)[list]?.length]
}

describe('without a limit a page holds', () => {
  test('50 of my workbooks', async () => {
    const { call } = await service.newPerson()
    const often = await newCaller(call)
    for (const n of numbers(51)) await often('POST', '/api/v1/workbooks', { title: `${n}` })

    expect(await countOf(call, '/api/v1/me/workbooks', 'workbooks')).toEqual([200, 50])
  })

  test('50 artifacts of my data, and 20 that a search finds', async () => {
    const { at, call } = await newLedger()
    for (const n of numbers(51)) await call('POST', `${at}/tables`, { name: `ledger ${n}`, columns: [{ name: 'a' }] })

    expect(await countOf(call, '/api/v1/me/data', 'artifacts')).toEqual([200, 50])
    expect(await countOf(call, '/api/v1/search?q=ledger', 'results')).toEqual([200, 20])
  })

  test('200 entries of the audit log, and 50 ops', async () => {
    const { at, table, call } = await newLedger()
    for (const n of numbers(201))
      await call('POST', `${table}/rows`, { rows: [{ first: `${n}` }], expected_version: null })

    expect(await countOf(call, `${at}/audit-log`, 'entries')).toEqual([200, 200])
    expect(await countOf(call, `${at}/ops`, 'ops')).toEqual([200, 50])
  })

  test('200 branches, one for each table that went out', async () => {
    const { owner, at, call } = await newLedger()
    for (const n of numbers(201)) await call('POST', `${at}/tables`, { name: `out ${n}`, columns: [{ name: 'a' }] })
    const tables = numbers(201).map((n) => `out ${n}`)
    for (const from of [0, 100, 200])
      await exportFile(service.url(), owner, at, { tables: tables.slice(from, from + 100), record_branch: true })

    expect(await countOf(call, `${at}/branches`, 'branches')).toEqual([200, 200])
  })

  test('200 conflicts', async () => {
    const rows = numbers(201).map((n) => ({ amount: n }))
    const { owner, call, at, table } = await newTable(service, { columns: [{ name: 'amount', type: 'INTEGER' }], rows })
    const { headers, bytes } = await exportFile(service.url(), owner, at, { record_branch: true })
    const edits = numbers(201).map((n) => ({ __svc_row_id: n + 1, amount: -1 - n }))
    await call('POST', `${table}/rows`, { rows: edits, expected_version: null })
    const book = openBook(bytes)
    for (const n of numbers(201)) utils.sheet_add_aoa(book.Sheets.sales ?? {}, [[n + 1000]], { origin: `A${n + 2}` })
    const merged = await uploadTo(service.url(), owner.session, `${table}/merge`, {
      bytes: Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })),
      filename: 'sales.xlsx',
      fields: { branch_id: headers.get('x-svc-branch-id') ?? '' },
    })

    expect(merged.body.conflict_count).toBe(201)
    expect(await countOf(call, `${at}/conflicts`, 'conflicts')).toEqual([200, 200])
    expect(await countOf(call, `${at}/conflicts?status=open`, 'conflicts')).toEqual([200, 200])
  })

  test('500 classifications and 500 policies', async () => {
    const { at, call } = await newLedger()
    const workbook = fromWireId('wb', at.split('/').at(-1) ?? '')
    await call('POST', `${at}/artifacts/sales/columns/first/tags`, { tag: 'tag-0' })
    const setPolicy = (note: string) => call('PUT', `${at}/policies/tag-0`, { effect: 'mask', note })
    await setPolicy('first')
    const copy = (table: string) =>
      service.running.admin.query(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('tag', 'tag-' || n))).*
         from ${table} t, generate_series(1, 500) n where workbook_id = $1`,
        [workbook],
      )
    await Promise.all([copy('column_tag'), copy('policy')])
    // A node keeps policies until the service itself changes one.
    await setPolicy('last')

    expect(await countOf(call, `${at}/classifications?limit=1000`, 'classifications')).toEqual([200, 501])
    expect(await countOf(call, `${at}/classifications`, 'classifications')).toEqual([200, 500])
    expect(await countOf(call, `${at}/policies`, 'policies')).toEqual([200, 500])
  })
})

describe('a list goes on at its next_cursor to its end', () => {
  /** The items of all pages, read one by one. */
  async function readAll(call: Call, path: string, list: string): Promise<Body[]> {
    const items: Body[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const { status, body } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)
      if (status !== 200 || items.length > 100) throw new Error(`${path} answers ${status} after ${items.length} items`)
      items.push(...body[list])
      cursor = body.next_cursor
    }
    return items
  }

  async function newGoverned() {
    const made = await newLedger()
    for (const name of ['second', 'third'])
      await made.call('POST', `${made.table}/columns`, { column: name, expected_version: null })
    for (const column of ['first', 'second', 'third'])
      for (const tag of ['pay', 'pii']) await made.owner.call('POST', `${made.table}/columns/${column}/tags`, { tag })
    for (const tag of ['pay', 'pii'])
      for (const role of ['*', 'hr'])
        await made.owner.call('PUT', `${made.at}/policies/${tag}`, { effect: 'mask', role })
    return made
  }

  test('of tags and of what they do', async () => {
    const { owner, at } = await newGoverned()

    for (const list of ['classifications', 'policies']) {
      const whole = (await owner.call('GET', `${at}/${list}`)).body
      expect(await readAll(owner.call, `${at}/${list}`, list)).toEqual(whole[list])
      expect([list, whole[list].length, whole.next_cursor]).toEqual([list, list === 'policies' ? 4 : 6, null])
    }
  })

  test('of what a search finds', async () => {
    const { at, owner } = await newLedger()
    for (const n of numbers(4))
      await owner.call('POST', `${at}/tables`, { name: `atlas ${n}`, columns: [{ name: 'a' }] })

    const found = await readAll(owner.call, '/api/v1/search?q=atlas', 'results')

    expect(found.map(({ name }) => name).sort()).toEqual(numbers(4).map((n) => `atlas ${n}`))
  })

  test('and no cursor of another list leads into it', async () => {
    const { owner, at } = await newGoverned()
    const { body } = await owner.call('GET', `${at}/policies?limit=1`)

    const refused = [
      await owner.call('GET', `${at}/classifications?cursor=${body.next_cursor}`),
      await owner.call('GET', `/api/v1/search?q=a&cursor=${body.next_cursor}`),
      await owner.call('GET', `${at}/charts?cursor=${body.next_cursor}`),
      await owner.call('GET', `${at}/policies?cursor=made_up`),
    ]

    expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
      refused.map(() => [400, 'invalid_cursor']),
    )
  })

  test('which lists that are answered whole have reached', async () => {
    const { owner, at } = await newLedger()

    for (const path of [
      '/api/v1/me/tokens',
      '/api/v1/me/webhooks',
      '/api/control/account/keys',
      '/api/control/accounts',
      `${at}/tables`,
      `${at}/artifacts`,
    ])
      expect([path, (await owner.call('GET', path)).body]).toMatchObject([path, { next_cursor: null }])
  })
})
