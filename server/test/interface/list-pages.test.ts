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
