import { expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { openBook, rowsIn } from '../../../test/export-file.ts'
import { bringBack, downloadBundle, runBundleJob, sendBundle } from '../../../test/move-workbook.ts'
import { newTable, SALES, THREE_SALES } from '../../../test/new-table.ts'
import { differences, readWholeWorkbook } from '../../../test/read-whole-workbook.ts'
import { startService } from '../../../test/service.ts'
import { takeApart } from '../../../test/tampered-bundle.ts'
import { uploadTo } from '../../../test/upload.ts'
import { addChart, newWholeWorkbook } from '../../../test/whole-workbook.ts'
import { fromWireId } from '../../platform/ids.ts'
import { BUNDLED_TABLES, LEFT_BEHIND } from './bundled-tables.ts'

const service = startService()

/** It makes and reads hundreds of things, on a machine that may be busy. */
const PATIENCE_MS = 600_000

test(
  'a workbook with everything in it comes back equal, cell by cell and version by version, and goes on from there',
  async () => {
    const owner = await service.newPerson()
    const whole = await newWholeWorkbook(service.url(), owner)
    await addChart(service.running, whole)
    const { status, headers, bytes } = await downloadBundle(service.url(), owner, whole.at)
    const other = await service.newPerson('Ben')

    const brought = await bringBack(service.running, other, bytes)

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(brought.job).toMatchObject({ status: 'succeeded', error: null })
    const before = await readWholeWorkbook(whole.call, whole.at)
    expect(differences(before, await readWholeWorkbook(other.call, brought.at))).toEqual([])
    expect(before.size).toBeGreaterThan(100)

    // The same steps on both sides lead to the same state again.
    for (const [call, at] of [
      [whole.call, whole.at],
      [other.call, brought.at],
    ] as const) {
      await call('POST', `${at}/versions/first%20%2F%20one/revert`)
      await call('POST', `${at}/recompute`, {})
      await call('POST', `${at}/tables/long/rows`, { expected_version: null, rows: [{ key: 'new', n: 1 }] })
    }
    const { body: open } = await other.call('GET', `${brought.at}/branches`)
    const merged = await uploadTo(service.url(), other.session, `${brought.at}/tables/sales/merge`, {
      bytes: whole.returned,
      filename: 'sales.xlsx',
      fields: { branch_id: open.branches[0]?.branch_id ?? '' },
    })
    expect(merged.status).toBe(200)
    const rows = async (call: typeof whole.call, at: string, name: string) =>
      (await call('GET', `${at}/tables/${name}/rows`)).body.rows
    for (const name of ['types', 'totals', 'doubled', 'sales'])
      expect(await rows(other.call, brought.at, name)).toEqual(await rows(whole.call, whole.at, name))
  },
  PATIENCE_MS,
)

test('a bundle holds every table as Parquet and xlsx, the files of its sources, and a manifest with the hash of each part', async () => {
  const { owner, at } = await newTable(service, { columns: SALES, rows: THREE_SALES })
  await uploadTo(service.url(), owner.session, `${at}/sources`, { bytes: 'a,b\n1,2\n', filename: 'two/parts.csv' })

  const { bytes } = await downloadBundle(service.url(), owner, at)

  const { manifest, parts } = await takeApart(bytes)
  const names = [...parts.keys()]
  expect(names).toContain('tables/sales.parquet')
  expect(rowsIn(openBook(parts.get('tables/sales.xlsx') ?? Buffer.alloc(0)))).toEqual([
    ['region', 'amount', 'note'],
    ['a', 1, null],
    ['b', 2, null],
    ['c', 3, null],
  ])
  expect(String(parts.get(names.find((name) => name.startsWith('sources/')) ?? ''))).toBe('a,b\n1,2\n')
  expect(manifest.parts.map(({ name }) => name).sort()).toEqual(names.sort())
})

test('without its tables as files a bundle comes back as well', async () => {
  const { owner, at } = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const { bytes } = await downloadBundle(service.url(), owner, at, '?tables=false')

  const brought = await bringBack(service.running, owner, bytes, { title: 'Copy' })

  expect((await takeApart(bytes)).manifest.parts.some(({ kind }) => kind === 'table')).toBe(false)
  expect(brought.job.result).toMatchObject({ title: 'Copy', tables: 1 })
  expect((await owner.call('GET', `${brought.at}/tables/sales/rows`)).body.rows).toHaveLength(3)
})

test.each(['ja', 'en', null])('a workbook of language %s comes back in it', async (language) => {
  const { owner, at } = await newTable(service, { columns: SALES })
  await owner.call('PATCH', at, { language })
  const { bytes } = await downloadBundle(service.url(), owner, at, '?tables=false')

  const brought = await bringBack(service.running, owner, bytes)

  expect((await takeApart(bytes)).manifest.workbook.language).toBe(language)
  expect((await owner.call('GET', brought.at)).body.language).toBe(language)
})

test('a file that was erased is in no bundle, and its source comes back without it', async () => {
  const { owner, at } = await newTable(service, { columns: SALES })
  const path = `${at}/sources`
  await uploadTo(service.url(), owner.session, path, { bytes: 'name\nsecret\n', filename: 'staff.csv' })
  await service.running.admin.query(
    'update source_revision set erased_at = now(), sha256 = sha256(uuid_send(object_id)) where workbook_id = $1',
    [fromWireId('wb', at.split('/').at(-1) ?? '')],
  )

  const { bytes } = await downloadBundle(service.url(), owner, at, '?tables=false')
  const brought = await bringBack(service.running, owner, bytes)

  expect((await takeApart(bytes)).manifest.parts.some(({ kind }) => kind === 'source')).toBe(false)
  expect(brought.job.status).toBe('succeeded')
  const [before, after] = await Promise.all(
    [at, brought.at].map((one) => owner.call('GET', `${one}/sources/staff.csv/download`)),
  )
  expect(after).toMatchObject({ status: before?.status, body: { code: before?.body.code } })
})

test('only an owner makes a bundle, and only while no policy hides anything from them', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const editor = await newMember(service, owner, workspace, 'editor')
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Pay', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: [{ name: 'pay', type: 'INTEGER' }] })
  await owner.call('POST', `${at}/artifacts/staff/columns/pay/tags`, { tag: 'money' })

  const asEditor = await editor.call('GET', `${at}/bundle`)
  await owner.call('PUT', `${at}/policies/money`, { effect: 'mask' })
  const hidden = await owner.call('GET', `${at}/bundle`)
  await owner.call('PUT', `${at}/policies/money`, { effect: 'allow', role: 'admin' })
  const shown = await owner.call('GET', `${at}/bundle`)

  expect(asEditor).toMatchObject({ status: 403, body: { code: 'owner_required' } })
  expect(hidden).toMatchObject({ status: 403, body: { code: 'governed_workbook' } })
  expect(shown.status).toBe(200)
})

test('policies come back with what they hide: there is no moment without them', async () => {
  const { owner, at } = await newTable(service, { columns: SALES, rows: THREE_SALES })
  await owner.call('POST', `${at}/artifacts/sales/columns/amount/tags`, { tag: 'money' })
  await owner.call('PUT', `${at}/policies/money`, { effect: 'allow', role: 'admin' })
  await owner.call('PUT', `${at}/policies/money`, { effect: 'mask' })
  const { bytes } = await downloadBundle(service.url(), owner, at)
  const other = await service.newPerson()
  const workspace = await newWorkspace(other)
  const viewer = await newMember(service, other, workspace, 'viewer')

  const brought = await bringBack(service.running, other, bytes, { workspace_id: workspace })

  const { body } = await viewer.call('GET', `${brought.at}/tables/sales/rows`)
  expect(body.masked_columns).toEqual(['amount'])
  expect(body.rows.map(({ amount }: { amount: unknown }) => amount)).toEqual([null, null, null])
})

test('what a user puts into the workbook before its bundle has come stays, and the bundle is refused', async () => {
  const { owner, at } = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const { bytes } = await downloadBundle(service.url(), owner, at, '?tables=false')
  const { body } = await sendBundle(service.running, owner, bytes)
  const early = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${early}/tables`, { name: 'early', columns: SALES })

  await runBundleJob(service.running, body.job_id)

  expect((await owner.call('GET', `/api/v1/jobs/${body.job_id}`)).body).toMatchObject({ status: 'failed' })
  expect((await owner.call('GET', `${early}/tables`)).body.tables).toMatchObject([{ name: 'early' }])
})

test.each(['artifact', 'delta', 'snapshot', 'policy', 'audit'])(
  'when the worker is lost while it writes %s nothing has come, and the next one brings all of it',
  async (table) => {
    const { owner, at } = await newTable(service, { columns: SALES, rows: THREE_SALES })
    await owner.call('POST', `${at}/snapshots`, { summary: 'kept' })
    await owner.call('PUT', `${at}/policies/money`, { effect: 'mask' })
    await owner.call('DELETE', `${at}/policies/money`)
    await owner.call('PUT', `${at}/policies/money`, { effect: 'allow', role: 'admin' })
    const { bytes } = await downloadBundle(service.url(), owner, at, '?tables=false')
    const { body } = await sendBundle(service.running, owner, bytes)
    const id = fromWireId('wb', body.workbook_id)
    const { admin } = service.running
    const leaf = ['delta', 'audit'].includes(table) ? `${table}_${await partitionOf(table, id)}` : table
    await admin.query(`create function lose_worker() returns trigger language plpgsql security definer as
      $$ begin if new.workbook_id = '${id}' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`)
    await admin.query(`create trigger lost before insert on ${leaf} for each row execute function lose_worker()`)

    await runBundleJob(service.running, body.job_id).catch(() => undefined)
    await admin.query('drop function lose_worker() cascade')
    const { body: meanwhile } = await owner.call('GET', `/api/v1/workbooks/${body.workbook_id}/tables`)
    await runBundleJob(service.running, body.job_id)

    expect(meanwhile.tables).toEqual([])
    const { body: job } = await owner.call('GET', `/api/v1/jobs/${body.job_id}`)
    expect(job).toMatchObject({ status: 'succeeded', result: { tables: 1 } })
    const before = await readWholeWorkbook(owner.call, at)
    expect(differences(before, await readWholeWorkbook(owner.call, `/api/v1/workbooks/${body.workbook_id}`))).toEqual(
      [],
    )
  },
)

test('every table below a workbook goes into a bundle, or it is said why not', async () => {
  const { rows } = await service.running.admin.query(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workbook_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped`)

  const known = new Set([...BUNDLED_TABLES.map(({ name }) => name), ...Object.keys(LEFT_BEHIND)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('every id in a bundled table is known to be one, so that it gets a new one', async () => {
  const { rows } = await service.running.admin.query(`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and a.atttypid = 'uuid'::regtype and a.attname <> 'workbook_id'`)

  const known = new Set(
    BUNDLED_TABLES.flatMap(({ name, ids, users = [], objects = [], left = [] }) =>
      [...ids, ...users, ...objects, ...left].map((column) => `${name}.${column}`),
    ),
  )
  const bundled = new Set(BUNDLED_TABLES.map(({ name }) => name))
  const found = rows.filter(({ table }) => bundled.has(table)).map(({ table, column }) => `${table}.${column}`)
  expect(found.filter((name) => !known.has(name))).toEqual([])
})

async function partitionOf(table: string, workbookId: string): Promise<number> {
  const { rows } = await service.running.admin.query(
    `select n from generate_series(0, 31) as n where satisfies_hash_partition('${table}'::regclass, 32, n, $1::uuid)`,
    [workbookId],
  )
  return rows[0].n
}
