import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'
import { Keyring } from '../../../platform/keyring.ts'
import { uploadUrl } from './upload-slot.ts'

const LIMITS = { uploadBytes: 100_000, slotBytes: 1_000_000 }
const service = startService({ settings: { files: LIMITS } })

async function newSlot(request: object = {}) {
  const { id: workbook, owner } = await service.newWorkbook()
  const slot = { filename: '元帳.csv', mode: 'staged', ...request }
  const { status, body } = await owner.call('POST', `/api/v1/workbooks/${workbook}/uploads`, slot)
  return { workbook, owner, status, slot: body, path: `/api/v1/uploads/${body.upload_id}` }
}

/** As a client that has the address alone: without any credential. */
async function put(address: string, bytes: string | Uint8Array<ArrayBuffer>) {
  const path = address.replace('http://bindery.test', service.url())
  const response = await fetch(path, { method: 'PUT', body: bytes })
  return { status: response.status, body: (await response.json()) as Body }
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a slot takes the bytes of a large file at its signed address, and a source is made of them', async () => {
  const { workbook, owner, status, slot, path } = await newSlot()
  const bytes = randomBytes(LIMITS.uploadBytes * 3)

  const brought = await put(slot.upload_url, bytes)
  const ingested = await owner.call('POST', `${path}/ingest`)

  expect([status, slot.status, slot.max_bytes]).toEqual([201, 'pending', LIMITS.slotBytes])
  expect(brought).toMatchObject({
    status: 200,
    body: { status: 'uploaded', size_bytes: bytes.length, sha256: sha256(bytes) },
  })
  expect(ingested).toMatchObject({
    status: 201,
    body: { source: { name: '元帳.csv', sha256: sha256(bytes), provenance: { kind: 'slot', ref: slot.upload_id } } },
  })
  expect((await owner.call('GET', path)).body).toMatchObject({ status: 'ingested', source_name: '元帳.csv' })
  expect((await owner.call('GET', `/api/v1/workbooks/${workbook}/sources`)).body.sources).toHaveLength(1)
})

test('an address that was altered opens no slot', async () => {
  const { slot } = await newSlot()
  const { upload_url: address } = slot
  const last = address.at(-1) === '0' ? '1' : '0'

  const forged = await put(`${address.slice(0, -1)}${last}`, 'a')
  const prolonged = await put(
    address.replace(/expires=(\d+)/, (_: string, at: string) => `expires=${Number(at) + 60}`),
    'a',
  )
  for (const { status, body } of [forged, prolonged]) expect([status, body.code]).toEqual([403, 'bad_signature'])
})

test('an address past its hour is gone', async () => {
  const { slot } = await newSlot()
  const uploadId = fromWireId('up', slot.upload_id)
  const expires = Math.floor(Date.now() / 1000) - 60
  await service.running.admin.query('update upload set expires_at = to_timestamp($1) where upload_id = $2', [
    expires,
    uploadId,
  ])
  const keyring = new Keyring(service.running.settings.secretKeys)

  const late = await put(
    uploadUrl(keyring, service.url(), { uploadId, expires, maxBytes: slot.max_bytes, wantedSha256: null }),
    'a',
  )

  expect([late.status, late.body.code]).toEqual([410, 'upload_expired'])
})

test('the same bytes may be brought twice, others not', async () => {
  const { slot } = await newSlot()
  await put(slot.upload_url, 'first')

  expect(await put(slot.upload_url, 'first')).toMatchObject({ status: 200, body: { sha256: sha256('first') } })
  expect(await put(slot.upload_url, 'other')).toMatchObject({ status: 409, body: { code: 'slot_not_pending' } })
})

test('what was announced of a file holds: its size, its hash, and that it fits', async () => {
  const announced = await newSlot({ sha256: sha256('right'), size_bytes: 5 })
  const unannounced = await newSlot()

  const wrong = await put(announced.slot.upload_url, 'wrong')
  const right = await put(announced.slot.upload_url, 'right')
  const tooLarge = await put(unannounced.slot.upload_url, Buffer.alloc(LIMITS.slotBytes + 1))
  const { status } = await newSlot({ size_bytes: LIMITS.slotBytes + 1 })

  expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_error'])
  expect(right.status).toBe(200)
  expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'payload_too_large'])
  expect(status).toBe(413)
})

test('a slot without its bytes cannot be ingested, nor one that was', async () => {
  const { owner, slot, path } = await newSlot()

  const early = await owner.call('POST', `${path}/ingest`)
  await put(slot.upload_url, 'bytes')
  await owner.call('POST', `${path}/ingest`)
  const again = await owner.call('POST', `${path}/ingest`)

  for (const { status, body } of [early, again]) expect([status, body.code]).toEqual([409, 'slot_not_pending'])
})

test('a slot is seen by those in its workbook only', async () => {
  const { path } = await newSlot()
  const stranger = await service.newPerson()

  expect((await stranger.call('GET', path)).body.code).toBe('not_found')
  expect((await stranger.call('POST', `${path}/ingest`)).body.code).toBe('not_found')
})
