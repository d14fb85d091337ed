import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Called } from '../../../test/client.ts'
import { newOwner } from '../../../test/context.ts'
import { tablesNaming } from '../../../test/left-behind.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { type Upload, uploadTo } from '../../../test/upload.ts'
import { fromWireId } from '../../platform/ids.ts'
import { sourceObjectName } from './source.ts'

const LIMITS = { uploadBytes: 2_000_000, slotBytes: 4_000_000 }
const service = startService({ settings: { files: LIMITS } })

async function newPlace() {
  const { id: workbook, owner } = await service.newWorkbook()
  const path = `/api/v1/workbooks/${workbook}/sources`
  const upload = (sent: Upload) => uploadTo(service.url(), owner.session, path, sent)
  const stage = (sent: Upload) => upload({ ...sent, fields: { mode: 'staged', ...sent.fields } })
  return { workbook, owner, path, upload, stage }
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a staged upload that asks for a job is refused: it has no work for a job', async () => {
  const { stage } = await newPlace()

  const refused = await stage({ bytes: 'a,b\n1,2\n', filename: 'a.csv', fields: { async: 'true' } })

  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'validation_error', errors: [{ loc: ['body', 'async'] }] },
  })
})

test('a staged upload keeps the bytes and interprets nothing', async () => {
  const { workbook, owner, path, stage } = await newPlace()

  const { status, body } = await stage({ bytes: 'id,name\n1,Aiko\n', filename: '売上 2026.csv' })

  expect(status).toBe(201)
  expect(body).toMatchObject({
    existing: false, structuring: 'skipped', structuring_reason: null, credits_spent: 0, artifacts: [], warnings: [],
    source: {
      name: '売上 2026.csv', filename: '売上 2026.csv', workbook_id: workbook, size_bytes: 15, mode: 'staged', status: 'registered',
      sha256: sha256('id,name\n1,Aiko\n'), revision: 1, parse_spec: null, artifacts: [], error: null, created_by: owner.userId,
      provenance: { kind: 'upload', provider: null, ref: null },
    },
  }) // biome-ignore format: one value
  expect((await owner.call('GET', path)).body.sources).toEqual([body.source])
  expect((await owner.call('GET', `${path}/${encodeURIComponent('売上 2026.csv')}`)).body).toEqual(body.source)
  expect((await owner.call('GET', `${path}/${body.source.source_id}`)).body).toEqual(body.source)
  expect((await owner.call('GET', `/api/v1/workbooks/${workbook}`)).body.source_count).toBe(1)
})

test('a download gives back every byte under the name it came with', async () => {
  const { owner, path, stage } = await newPlace()
  const bytes = randomBytes(1_500_000)
  const { body } = await stage({ bytes, filename: "決算 'Q1' (final).xlsx" })

  const response = await fetch(`${service.url()}${path}/${body.source.source_id}/download`, {
    headers: { authorization: `Bearer ${owner.session}` },
  })

  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  expect(response.headers.get('content-length')).toBe('1500000')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="__ 'Q1' (final).xlsx"; filename*=UTF-8''%E6%B1%BA%E7%AE%97%20%27Q1%27%20%28final%29.xlsx`,
  )
})

test('the fields of a form may come before or behind the file', async () => {
  const { stage } = await newPlace()

  const first = await stage({ bytes: 'a', filename: 'a.csv', order: 'file-first' })
  const last = await stage({ bytes: 'b', filename: 'b.csv', order: 'file-last' })

  expect([first.body.source.mode, last.body.source.mode]).toEqual(['staged', 'staged'])
})

test('the same bytes again are the same source, whatever they are called', async () => {
  const { owner, path, stage } = await newPlace()
  const { body: first } = await stage({ bytes: 'same', filename: 'a.csv' })

  const again = await stage({ bytes: 'same', filename: 'b.csv' })

  expect(again).toMatchObject({ status: 200, body: { existing: true, source: first.source } })
  expect((await owner.call('GET', path)).body.sources).toHaveLength(1)
})

test('another file of the same name gets a number, and a warning says how to send the next revision', async () => {
  const { stage } = await newPlace()
  await stage({ bytes: '1', filename: '月次.csv' })

  const second = await stage({ bytes: '2', filename: '月次.csv' })
  const third = await stage({ bytes: '3', filename: '月次.csv' })

  expect([second.status, second.body.source.name, third.body.source.name]).toEqual([201, '月次_2.csv', '月次_3.csv'])
  expect(second.body.warnings).toMatchObject([{ code: 'name_exists', message: expect.stringContaining('/revise') }])
})

test('a file past the limit is refused, whether its length is known or not, and nothing of it is kept', async () => {
  const { owner, path, stage } = await newPlace()
  const bytes = Buffer.alloc(LIMITS.uploadBytes + 1)

  const largest = await stage({ bytes: bytes.subarray(1), filename: 'largest.csv' })
  const known = await stage({ bytes, filename: 'known.csv' })
  const unknown = await fetch(`${service.url()}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'))
        controller.enqueue(Buffer.alloc(LIMITS.uploadBytes * 4))
        controller.enqueue(Buffer.from('\r\n--x--\r\n'))
        controller.close()
      },
    }),
    duplex: 'half',
  } as RequestInit)

  expect(largest.status).toBe(201)
  for (const { status, body } of [known, { status: unknown.status, body: (await unknown.json()) as Called['body'] }])
    expect([status, body.code, body.max_bytes]).toEqual([413, 'payload_too_large', LIMITS.uploadBytes])
  expect((await owner.call('GET', path)).body.sources).toHaveLength(1)
})

test('a form without a file, a broken form and a body of another kind are refused', async () => {
  const { owner, path } = await newPlace()
  const send = async (type: string, body: string) => {
    const headers = { authorization: `Bearer ${owner.session}`, 'content-type': type }
    const response = await fetch(`${service.url()}${path}`, { method: 'POST', headers, body })
    const { code, errors } = (await response.json()) as { code: string; errors?: { loc: string[] }[] }
    return [response.status, code, errors?.[0]?.loc.join('.')]
  }
  const form = 'multipart/form-data; boundary=x'
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b'

  expect(await send(form, '--x\r\ncontent-disposition: form-data; name="mode"\r\n\r\nstaged\r\n--x--\r\n')).toEqual([422, 'validation_error', 'body.file'])
  expect(await send(form, part)).toEqual([400, 'bad_request', undefined])
  expect(await send('multipart/form-data', part)).toEqual([400, 'bad_request', undefined])
  expect(await send('application/json', '{}')).toEqual([415, 'unsupported_media_type', undefined])
  expect(await send(form, `${part}\r\n--x\r\ncontent-disposition: form-data; name="mode"\r\n\r\nmagic\r\n--x--\r\n`)).toEqual([422, 'validation_error', 'body.mode'])
  expect((await owner.call('GET', path)).body.sources).toEqual([])
}) // biome-ignore format: one line each

test('unknown parts are ignored and named', async () => {
  const { stage } = await newPlace()

  const { status, headers } = await stage({ bytes: 'a', filename: 'a.csv', fields: { colour: 'red' } })

  expect([status, headers.get('x-svc-ignored-fields')]).toEqual([201, 'colour'])
})

test('an upload under an Idempotency-Key happens once: the same form gets the first answer, another file is refused', async () => {
  const { owner, path, stage } = await newPlace()
  const headers = { 'idempotency-key': 'april' }

  const first = await stage({ bytes: 'a', filename: 'a.csv', headers })
  const again = await stage({ bytes: 'a', filename: 'a.csv', headers, order: 'file-first' })
  const other = await stage({ bytes: 'b', filename: 'a.csv', headers })
  const renamed = await stage({ bytes: 'a', filename: 'b.csv', headers })

  expect(first).toMatchObject({ status: 201, body: { existing: false } })
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  for (const { status, body } of [other, renamed]) expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await owner.call('GET', path)).body.sources).toHaveLength(1)
})

test('many who send the same file at once make one source', async () => {
  const { owner, path, stage } = await newPlace()

  const answers = await Promise.all(Array.from({ length: 6 }, () => stage({ bytes: 'same', filename: 'a.csv' })))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
  expect((await owner.call('GET', path)).body.sources).toHaveLength(1)
})

test('a viewer reads sources and downloads them, and uploads nothing', async () => {
  const { workbook, owner, path, stage } = await newPlace()
  await stage({ bytes: 'a', filename: 'a.csv' })
  const guest = await service.newPerson()
  await owner.call('PUT', `/api/v1/workbooks/${workbook}/members/${guest.userId}`, { role: 'viewer' })

  const refused = await uploadTo(service.url(), guest.session, path, { bytes: 'b', filename: 'b.csv' })

  expect(refused).toMatchObject({ status: 403, body: { code: 'role_required' } })
  expect((await guest.call('GET', `${path}/a.csv`)).status).toBe(200)
  expect((await guest.call('GET', `${path}/a.csv/download`)).body).toBe('a')
})

test('files that no source has claimed are swept away, those of sources stay', async () => {
  const { workbook, owner, path, stage } = await newPlace()
  await stage({ bytes: 'kept', filename: 'a.csv' })
  await stage({ bytes: 'kept', filename: 'again.csv' })
  const { admin } = service.running
  const objects = async () =>
    (await admin.query('select expires_at from source_object where workbook_id = $1', [fromWireId('wb', workbook)]))
      .rows
  const before = await objects()
  await admin.query('update source_object set expires_at = now() where expires_at is not null')

  await runTask(service.running, 'retention.sweep', {})

  expect(before).toHaveLength(2)
  expect(await objects()).toEqual([{ expires_at: null }])
  expect((await owner.call('GET', `${path}/a.csv/download`)).body).toBe('kept')
})

test('the files of a workbook go with it when its days in the trash are over', async () => {
  const { workbook, owner, stage } = await newPlace()
  await stage({ bytes: 'salaries', filename: 'a.csv' })
  const workbookId = fromWireId('wb', workbook)
  const { admin } = service.running
  const { rows } = await admin.query('select object_id from source_object where workbook_id = $1', [workbookId])
  const object = sourceObjectName(workbookId, rows[0].object_id)
  const { blobs } = (await newOwner(service.running)).ctx
  const before = await blobs.size(object)
  await owner.call('DELETE', `/api/v1/workbooks/${workbook}`)
  await admin.query("update workbook set deleted_at = now() - interval '31 days' where workbook_id = $1", [workbookId])

  await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })
  await runTask(service.running, 'retention.sweep')
  await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })

  expect([before, await blobs.size(object)]).toEqual([8, undefined])
  expect(await tablesNaming(admin, { workbook_id: workbookId })).toEqual(['workbook_tombstone'])
})
