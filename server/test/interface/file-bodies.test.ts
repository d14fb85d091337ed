import { describe, expect, test, vi } from 'vitest'
import { edited, newBranch } from '../new-branch.ts'
import { startService } from '../service.ts'
import { newSourcePlace } from '../source-place.ts'
import { uploadTo } from '../upload.ts'
import { workbookFile } from '../workbook-file.ts'
import { expectRequired } from './body-limits.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** Forms that bring files: which parts are required, and what holds when the others are left out. */
const service = startService()

const CSV = 'code,amount\n007,10\n008,-3\n'
const file = (filename = 'sales.csv') => ({ bytes: CSV, filename })

/** Sends the fields without any file. */
async function sendWithoutFile(session: string, path: string, fields: Record<string, string>) {
  const form = new FormData()
  form.append('unused', '')
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const headers = { authorization: `Bearer ${session}` }
  const response = await fetch(`${service.url()}${path}`, { method: 'POST', headers, body: form })
  const body = (await response.json()) as { errors?: { loc: string[] }[] }
  return [response.status, body.errors?.[0]?.loc.join('.')]
}

describe('the form that uploads a source', () => {
  test('needs a file; mode is auto, structuring is auto and async is false when they are left out', async () => {
    const { owner, at, upload } = await newSourcePlace(service)

    const { status, body } = await upload(file())

    expect(await sendWithoutFile(owner.session, `${at}/sources`, {})).toEqual([422, 'body.file'])
    expect([status, body.source.mode, body.structuring, body.job_id ?? null]).toEqual([201, 'auto', 'structured', null])
  })

  test('takes the modes auto and staged, and the structurings auto, skip and defer, and no others', async () => {
    const { upload } = await newSourcePlace(service)
    const outcome = async (name: string, fields: Record<string, string>) => {
      const { status, body } = await upload({ bytes: `${name},amount\n007,10\n`, filename: `${name}.csv`, fields })
      return [status, body.source?.mode ?? null, body.structuring ?? null]
    }

    expect(await outcome('staged', { mode: 'staged' })).toEqual([201, 'staged', 'skipped'])
    expect(await outcome('auto', { mode: 'auto', structuring: 'auto' })).toEqual([201, 'auto', 'structured'])
    expect(await outcome('skip', { structuring: 'skip' })).toEqual([201, 'auto', 'skipped'])
    expect(await outcome('defer', { structuring: 'defer' })).toEqual([201, 'auto', 'deferred'])
    expect(await outcome('other', { mode: 'magic' })).toEqual([422, null, null])
    expect(await outcome('other', { structuring: 'magic' })).toEqual([422, null, null])
    expect(await outcome('other', { async: 'perhaps' })).toEqual([422, null, null])
  })
})

describe('the form that merges an export', () => {
  test('needs the file and its branch; the actor may be named', async () => {
    const { call, owner, at, table, bytes, branchId, send } = await newBranch(service)
    const back = edited(bytes, (sheet) => Object.assign(sheet, { B2: { t: 'n', v: 100 } }))

    const without = await uploadTo(service.url(), owner.session, `${table}/merge`, { bytes: back, filename: 'a.xlsx' })
    const merged = await send(back, { actor: 'Ben' })

    expect(await sendWithoutFile(owner.session, `${table}/merge`, { branch_id: branchId })).toEqual([422, 'body.file'])
    expect(without).toMatchObject({ status: 422, body: { errors: [{ loc: ['body', 'branch_id'] }] } })
    expect(merged).toMatchObject({ status: 200, body: { updated: 1 } })
    expect((await call('GET', `${at}/ops?limit=1`)).body.ops).toMatchObject([{ actor: { name: 'Ben' } }])
  })
})

describe('the form that syncs a returned file', () => {
  test('needs the file alone; the branch and the actor may be named', async () => {
    const { call, owner, at, bytes, branchId } = await newBranch(service)
    const sync = (value: number, fields: Record<string, string> = {}) =>
      uploadTo(service.url(), owner.session, `${at}/sync`, {
        bytes: edited(bytes, (sheet) => Object.assign(sheet, { B2: { t: 'n', v: value } })),
        filename: 'back.xlsx',
        fields,
      })

    const named = await sync(100, { branch_id: branchId, actor: 'Ben' })

    expect(await sendWithoutFile(owner.session, `${at}/sync`, {})).toEqual([422, 'body.file'])
    expect(named).toMatchObject({ status: 200, body: { results: [{ action: 'merged', updated: 1 }] } })
    expect((await call('GET', `${at}/ops?limit=1`)).body.ops).toMatchObject([{ actor: { name: 'Ben' } }])
  })
})

describe('the form that tracks a local file', () => {
  test('needs the file; on_existing is one of four words and auto when left out; the origin is empty', async () => {
    const { owner, at, upload } = await newSourcePlace(service)
    const path = `${at}/file-links/local`
    const track = (filename: string, sheet: string, fields: Record<string, string> = {}) =>
      uploadTo(service.url(), owner.session, path, {
        bytes: workbookFile({
          [sheet]: [
            ['region', 'amount'],
            [sheet, 10],
          ],
        }),
        filename,
        fields,
      })
    await upload({ bytes: workbookFile({ April: [['region', 'amount'], ['east', 9]] }), filename: 'a.xlsx' }) // biome-ignore format: a sheet

    const unrelated = await track('a.xlsx', 'Staff')
    const tracked = await track('b.xlsx', 'May')
    const renamed = await track('c.xlsx', 'June', { as_name: 'other.xlsx', origin: '~/Documents' })

    expect(await sendWithoutFile(owner.session, path, {})).toEqual([422, 'body.file'])
    expect((await track('d.xlsx', 'July', { on_existing: 'merge' })).status).toBe(422)
    expect([unrelated.status, unrelated.body.code]).toEqual([409, 'source_exists'])
    expect(tracked).toMatchObject({ status: 201, body: { name: 'b.xlsx', origin: '' } })
    expect(renamed).toMatchObject({ status: 201, body: { name: 'other.xlsx', origin: '~/Documents' } })
  })
})

describe('the form that pushes a version of a file', () => {
  test('needs the file; who changed it and when may be left out', async () => {
    const { owner, at } = await newSourcePlace(service)
    const send = (path: string, value: number) =>
      uploadTo(service.url(), owner.session, `${at}/file-links${path}`, {
        bytes: workbookFile({ Sales: [['region', 'amount'], ['east', value]] }), // biome-ignore format: a sheet
        filename: 'a.xlsx',
      })
    const { body: link } = await send('/local', 1)

    const pushed = await send(`/${link.link_id}/versions`, 2)

    const path = `${at}/file-links/${link.link_id}/versions`
    expect(await sendWithoutFile(owner.session, path, {})).toEqual([422, 'body.file'])
    expect(pushed.body.version).toEqual({
      n: 2,
      kind: 'sync',
      modified_by: null,
      modified: null,
      synced_at: expect.any(String),
      snapshot_id: expect.stringMatching(/^snap_/),
    })
  })
})

describe('the body that imports a file of a drive', () => {
  test('needs the provider, the file and the name to register it under', async () => {
    const { owner, at } = await newSourcePlace(service)
    const path = `${at}/sources/cloud`
    const body = { provider: 'google_drive', file_id: 'one', filename: 'sales.xlsx' }

    await expectRequired({ call: owner.call, method: 'POST', path, body }, ['provider', 'file_id', 'filename'])

    for (const wrong of [{ provider: 'dropbox' }, { file_id: '' }, { filename: '' }])
      expect((await owner.call('POST', path, { ...body, ...wrong })).status).toBe(422)
  })
})
