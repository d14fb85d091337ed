import { expect, test, vi } from 'vitest'
import { startService } from '../../../../../test/service.ts'
import { newSourcePlace } from '../../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService({ settings: { structuring: { isOn: false, credits: 0 } } })

test('where the operator has switched structuring off, sheets land as they are, whatever is wished', async () => {
  const { upload } = await newSourcePlace(service)

  const auto = await upload({ bytes: 'a,b\n1,2\n', filename: 'auto.csv' })
  const defer = await upload({ bytes: 'a,b\n3,4\n', filename: 'defer.csv', fields: { structuring: 'defer' } })

  for (const { body } of [auto, defer]) {
    expect([body.structuring, body.structuring_reason, body.job_id]).toEqual(['off', null, undefined])
    expect(body.artifacts).toMatchObject([{ layer: 'raw', state: 'active' }])
  }
})
