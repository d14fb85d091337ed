import { describe, expect, test, vi } from 'vitest'
import { newStaff } from '../../../test/new-staff.ts'
import type { Person } from '../../../test/person.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { type Upload, uploadTo } from '../../../test/upload.ts'
import { fromWireId } from '../../platform/ids.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const REFUSED = [403, 'governed_workbook']
const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => [status, body?.code])

/** A workbook in which `salary` is denied and `ssn` masked to `editor`; `hr` sees all. */
async function newPlace() {
  const made = await newStaff(service, [{ name: 'Aiko', salary: 424_242, ssn: '123-45-6789' }])
  const { at } = made
  const send = (who: Person, path: string, sent: Upload) => uploadTo(service.url(), who.session, `${at}${path}`, sent)
  const stage = (who: Person, bytes: string, filename: string) =>
    send(who, '/sources', { bytes, filename, fields: { mode: 'staged' } })
  return { ...made, send, stage }
}

/** A file of salaries: `hr` sent it, its table's `salary` is denied to `editor`. */
async function newPayroll() {
  const place = await newPlace()
  const { hr, owner, at, send } = place
  const { body } = await send(hr, '/sources', { bytes: 'name,salary\nAiko,777001\nBen,777002\n', filename: 'pay.csv' })
  const table = body.artifacts[0].name
  await owner.call('POST', `${at}/tables/${table}/columns/salary/tags`, { tag: 'pay' })
  return { ...place, table, source: `${at}/sources/pay.csv` }
}

/** Every way to what was read from a file, or to have it read again. */
async function everyWay(who: Person, source: string) {
  const { call } = who
  const elsewhere = { mode: 'append', table: 'mine', expected_version: null, column_mapping: { salary: 'amount' } }
  return [
    await call('POST', `${source}/analyze`),
    await call('GET', `${source}/parse-spec`),
    await call('GET', `${source}/parse-spec?preview=true`),
    await call('PATCH', `${source}/parse-spec?dry_run=true`, {
      spec_version: 1,
      operations: [{ op: 'rename', region: 'r1', name: 'open' }],
    }),
    await call('POST', `${source}/materialize`, {}),
    await call('POST', `${source}/materialize`, { dry_run: true }),
    await call('POST', `${source}/materialize`, { async: true }),
    await call('POST', `${source}/materialize`, { target: elsewhere }),
  ]
}

describe('a file of which nothing is hidden from its reader', () => {
  test('goes the whole staged way in a workbook that hides other tables from them', async () => {
    const { editor, at, stage } = await newPlace()
    const staged = await stage(editor, 'item,price\npen,120\nink,300\n', 'items.csv')
    const source = `${at}/sources/items.csv`

    const analyzed = await editor.call('POST', `${source}/analyze`)
    const spec = analyzed.body.parse_spec
    const preview = await editor.call('GET', `${source}/parse-spec?preview=true`)
    const corrected = await editor.call('PUT', `${source}/parse-spec`, spec)
    const made = await editor.call('POST', `${source}/materialize`, {})

    expect([staged, analyzed, preview, corrected, made].map(({ status }) => status)).toEqual([201, 200, 200, 200, 200])
    expect(preview.body.preview[0].rows[0]).toEqual({ item: 'pen', price: 120 })
    expect((await editor.call('GET', `${at}/tables/items/rows?include_row_ids=false`)).body.rows).toHaveLength(2)
    expect((await editor.call('GET', source)).body).toMatchObject({
      status: 'materialized',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      parse_spec: { regions: [{}] },
    })
    expect(
      codes([await editor.call('GET', `${source}/download`), await editor.call('GET', `${source}/preview`)]),
    ).toEqual([REFUSED, REFUSED])
  })

  test('sent again is the source that is there', async () => {
    const { editor, stage } = await newPlace()
    await stage(editor, 'item\npen\n', 'items.csv')

    const again = await stage(editor, 'item\npen\n', 'other.csv')

    expect(again.body).toMatchObject({ existing: true, source: { name: 'items.csv' } })
  })

  test('is tracked, pushed and taken back by those who see all of its tables', async () => {
    const { editor, at, send } = await newPlace()
    const tracked = await send(editor, '/file-links/local', { bytes: 'item,n\npen,1\n', filename: 'stock.csv' })
    const link = `/file-links/${tracked.body.link_id}`

    const pushed = await send(editor, `${link}/versions`, { bytes: 'item,n\npen,2\n', filename: 'stock.csv' })
    const after = (await editor.call('GET', `${at}/tables/stock/rows?include_row_ids=false`)).body.rows
    const reverted = await editor.call('POST', `${at}${link}/versions/1/revert`)
    const closed = [
      await editor.call('GET', `${at}${link}/versions/1/cells`),
      await editor.call('GET', `${at}${link}/versions/2/diff`),
      await editor.call('GET', `${at}${link}/versions/1/download`),
    ]

    expect([tracked.status, pushed.status, reverted.status]).toEqual([201, 200, 200])
    expect(after).toEqual([{ item: 'pen', n: 2 }])
    expect((await editor.call('GET', `${at}/tables/stock/rows?include_row_ids=false`)).body.rows).toEqual([
      { item: 'pen', n: 1 },
    ])
    expect(codes(closed)).toEqual([REFUSED, REFUSED, REFUSED])
  })
})

describe('a file that policies hide something of', () => {
  test('is read, previewed and made into tables by those who see all of it, and by no others', async () => {
    const { hr, editor, at, source } = await newPayroll()
    await editor.call('POST', `${at}/tables`, { name: 'mine', columns: [{ name: 'name' }, { name: 'amount' }] })

    const refused = await everyWay(editor, source)
    const read = await hr.call('GET', `${source}/parse-spec?preview=true`)

    expect(codes(refused)).toEqual(refused.map(() => REFUSED))
    expect(JSON.stringify(refused)).not.toMatch(/77700|salary/)
    expect((await editor.call('GET', `${at}/tables/mine/rows`)).body.rows).toEqual([])
    expect(read.body.preview[0].rows[0]).toEqual({ name: 'Aiko', salary: 777_001 })
    expect((await hr.call('POST', `${source}/materialize`, {})).status).toBe(200)
    expect((await editor.call('GET', source)).body).toMatchObject({ sha256: null, size_bytes: null, parse_spec: null })
  })

  test('stays closed when its column, or its table, is gone for good', async () => {
    const { owner, hr, editor, at, source, table } = await newPayroll()
    const { body } = await hr.call('GET', `${at}/tables/${table}`)
    await hr.call('DELETE', `${at}/tables/${table}/columns/salary?expected_version=null`)

    const withoutColumn = await everyWay(editor, source)
    await owner.call('DELETE', `${at}/tables/${table}?expected_version=null`)
    const inTrash = await everyWay(editor, source)
    await owner.call('DELETE', '/api/v1/me/trash')
    const ids = { workbook_id: fromWireId('wb', at.split('/').at(-1) ?? ''), table_id: fromWireId('art', body.id) }
    await runTask(service.running, 'table.purge', ids)
    const purged = await everyWay(editor, source)

    expect((await owner.call('GET', `/api/v1/me/trash`)).body.trash).toEqual([])
    for (const refused of [withoutColumn, inTrash, purged]) expect(codes(refused)).toEqual(refused.map(() => REFUSED))
    expect((await editor.call('GET', `${at}/tables/${table}__raw/rows`)).body).not.toMatchObject({
      rows: [{ salary: 777_001 }, {}],
    })
  })

  test('is followed by those who see all of it; to others the same bytes are answered like any', async () => {
    const { owner, hr, editor, at, send } = await newPlace()
    const bytes = 'name,salary\nAiko,777001\n'
    const { body: link } = await send(hr, '/file-links/local', { bytes, filename: 'pay.csv' })
    await owner.call('POST', `${at}/tables/pay/columns/salary/tags`, { tag: 'pay' })
    const versions = `/file-links/${link.link_id}/versions`
    const guess = (sent: string) => ({ bytes: sent, filename: 'pay.csv' })

    const refused = [
      await send(editor, versions, guess(bytes)),
      await send(editor, versions, guess('name,salary\nAiko,1\n')),
      await editor.call('POST', `${at}${versions}/1/revert`),
      await send(editor, '/file-links/local', { ...guess(bytes), fields: { on_existing: 'seed' } }),
    ]
    const pushed = await send(hr, versions, guess('name,salary\nAiko,777009\n'))

    expect(codes(refused.slice(0, 3))).toEqual([REFUSED, REFUSED, REFUSED])
    expect(refused[3]?.status).toBe(409)
    expect(pushed.status).toBe(200)
    expect(JSON.stringify(refused)).not.toContain('777001')
  })

  test('is not tracked by a guess of its bytes', async () => {
    const { editor, send } = await newPayroll()
    const track = (bytes: string) =>
      send(editor, '/file-links/local', { bytes, filename: 'pay.csv', fields: { on_existing: 'seed' } })

    const answers = [await track('name,salary\nAiko,777001\nBen,777002\n'), await track('name,salary\nAiko,1\n')]

    expect(codes(answers)).toEqual([REFUSED, REFUSED])
  })

  test('is closed where a row policy hides rows of its table', async () => {
    const { owner, hr, editor, at, table, source } = await newPayroll()
    await owner.call('DELETE', `${at}/policies/pay`)
    expect((await editor.call('GET', `${source}/parse-spec`)).status).toBe(200)
    await owner.call('PUT', `${at}/policies/rows/${table}`, { predicate: "'hr' in user.roles or name = 'Ben'" })

    const refused = await everyWay(editor, source)

    expect(codes(refused)).toEqual(refused.map(() => REFUSED))
    expect((await hr.call('GET', `${source}/parse-spec`)).status).toBe(200)
  })
})

describe('a file of one who does not see all of a table', () => {
  const IN_STAFF = { mode: 'append', table: 'staff', expected_version: null }

  test('adds rows to it, and neither writes hidden columns nor replaces what is hidden', async () => {
    const { owner, editor, at, stage } = await newPlace()
    await stage(editor, 'name,ssn,salary\nCho,1,2\n', 'more.csv')
    const source = `${at}/sources/more.csv`
    await editor.call('POST', `${source}/analyze`)
    const into = (target: object) =>
      editor.call('POST', `${source}/materialize`, { target: { ...IN_STAFF, ...target } })

    const masked = await into({ column_mapping: { salary: null } })
    const denied = await into({ column_mapping: { ssn: null } })
    const replaced = await into({ mode: 'replace', column_mapping: { ssn: null, salary: null } })
    const added = await into({ column_mapping: { ssn: null, salary: null } })

    expect(codes([masked, denied, replaced])).toEqual([
      [403, 'masked_column'],
      [422, 'unmapped_columns'],
      [403, 'masked_column'],
    ])
    expect(added.status).toBe(200)
    await owner.call('DELETE', `${at}/policies/pay`)
    await owner.call('DELETE', `${at}/policies/pii`)
    expect((await owner.call('GET', `${at}/tables/staff/rows?include_row_ids=false`)).body.rows).toEqual([
      { name: 'Aiko', salary: 424_242, ssn: '123-45-6789' },
      { name: 'Cho', salary: null, ssn: null },
    ])
  })

  test('does not add to a table of which rows are hidden from them', async () => {
    const { owner, editor, at, stage } = await newPlace()
    await owner.call('PUT', `${at}/policies/rows/staff`, { predicate: "'hr' in user.roles" })
    await stage(editor, 'name\nCho\n', 'more.csv')
    const source = `${at}/sources/more.csv`
    await editor.call('POST', `${source}/analyze`)

    const refused = await editor.call('POST', `${source}/materialize`, { target: IN_STAFF })

    expect([refused.status, refused.body.code]).toEqual([403, 'hidden_rows'])
  })
})
