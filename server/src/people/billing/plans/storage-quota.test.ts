import { afterAll, expect, test, vi } from 'vitest'
import { openPaymentProvider } from '../../../../test/payment-provider.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'
import { fromWireId, newId } from '../../../platform/ids.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const provider = await openPaymentProvider()
afterAll(() => provider.close())

const service = startService({ settings: { billing: provider.settings } })

const GIGABYTE = 1024 ** 3

test('a plan’s room is shown before it is full; then new files are refused, and what is there can still be used', async () => {
  const { owner, workbook, upload, rows } = await newSourcePlace(service)
  const first = await upload({ bytes: 'a,b\n1,2\n', filename: 'first.csv' })
  await service.running.admin.query(
    `insert into segment (workbook_id, segment_id, table_id, state, sha256, bytes, rows) values ($1, $2, $2, 'L', '', $3, 0)`,
    [fromWireId('wb', workbook), newId(), GIGABYTE],
  )

  const refused = await upload({ bytes: 'c,d\n3,4\n', filename: 'second.csv' })
  const again = await upload({ bytes: 'a,b\n1,2\n', filename: 'first.csv' })

  expect(first.status).toBe(201)
  expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached', limit: GIGABYTE } })
  expect([again.status, again.body.existing]).toEqual([200, true])
  expect(await rows('first')).toHaveLength(1)
  const { storage } = (await owner.call('GET', '/api/control/account/billing')).body
  expect(storage.limit_bytes).toBe(GIGABYTE)
  expect(storage.used_bytes).toBeGreaterThan(GIGABYTE)
})
