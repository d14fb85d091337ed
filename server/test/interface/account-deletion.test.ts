import { afterAll, expect, test } from 'vitest'
import { newDeveloperAccount } from '../control-plane.ts'
import { openPaymentProvider, sendEvent } from '../payment-provider.ts'
import { startService } from '../service.ts'

const provider = await openPaymentProvider()
afterAll(() => provider.close())
const service = startService({ settings: { billing: provider.settings } })

test('deleting an account asks nothing of the payment provider', async () => {
  const person = await service.newPerson()
  const { body: setup } = await person.call('POST', '/api/control/account/billing/payg', {})
  for (const event of provider.complete(setup.session_id)) await sendEvent(service.url(), event)
  const account_id = await newDeveloperAccount(person, 'Lab')
  const reused = await person.call('POST', '/api/control/account/billing/reuse-card', { account_id })
  const before = provider.asked.length

  const deleted = await person.call('POST', '/api/control/account/delete', { account_id, confirm: 'Lab' })

  expect([reused.status, deleted.status]).toEqual([200, 200])
  expect(provider.asked.slice(before)).toEqual([])
})
