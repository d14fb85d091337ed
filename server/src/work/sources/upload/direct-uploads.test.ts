import { expect, test } from 'vitest'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'

const service = startService({ blobs: 's3', settings: { files: { uploadBytes: 100_000, slotBytes: 1_000_000 } } })

async function newSlot(request: object = {}) {
  const { id: workbook, owner } = await service.newWorkbook()
  const wanted = { filename: '元帳.csv', mode: 'staged', size_bytes: 300_000, direct: true, ...request }
  const { status, body: slot } = await owner.call('POST', `/api/v1/workbooks/${workbook}/uploads`, wanted)
  return { owner, status, slot, path: `/api/v1/uploads/${slot.upload_id}` }
}

/** As a client that has the address alone: to the store itself, without any credential. */
const put = async (address: string, bytes: Uint8Array<ArrayBuffer>) =>
  (await fetch(address, { method: 'PUT', body: bytes })).status

const fill = (letter: string, size = 300_000) => new Uint8Array(Buffer.alloc(size, letter))

test('a slot may take its bytes at the object store itself, and a source is made of them', async () => {
  const { owner, status, slot, path } = await newSlot()

  const brought = await put(slot.upload_url, fill('a'))
  const ingested = await owner.call('POST', `${path}/ingest`)
  const { body } = await owner.call('GET', path)

  expect([status, slot.direct, slot.upload_url.startsWith('http://bindery.test')]).toEqual([201, true, false])
  expect([brought, ingested.status, body.status, body.size_bytes]).toEqual([200, 201, 'ingested', 300_000])
})

test('what was collected from the object store can no longer be changed there, and is there once', async () => {
  const { owner, slot, path } = await newSlot()
  await put(slot.upload_url, fill('a'))
  const { body: uploaded } = await owner.call('POST', `${path}/ingest`)

  await put(slot.upload_url, fill('b'))

  const { workbook_id: workbook } = (await owner.call('GET', path)).body
  const { body: file } = await owner.call(
    'GET',
    `/api/v1/workbooks/${workbook}/sources/${uploaded.source.name}/download`,
  )
  const { rows } = await service.running.admin.query('select object_id from source_object where workbook_id = $1', [
    fromWireId('wb', workbook),
  ])
  expect(file).toBe('a'.repeat(300_000))
  expect(rows).toHaveLength(1)
})

test('the object store takes no other number of bytes than was announced', async () => {
  const { owner, slot, path } = await newSlot()

  const brought = await put(slot.upload_url, fill('a', 300_001))
  const ingested = await owner.call('POST', `${path}/ingest`)

  expect(brought).toBe(403)
  expect([ingested.status, ingested.body.code]).toEqual([409, 'slot_not_pending'])
})

test('a slot of the object store needs the size of its file, and does not ingest by itself', async () => {
  const unknown = await newSlot({ size_bytes: null })
  const eager = await newSlot({ auto_ingest: true })

  for (const { status, slot } of [unknown, eager]) expect([status, slot.code]).toEqual([422, 'validation_error'])
})
