import { expect, test } from 'vitest'
import { defaultAccount } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

test('without a payment provider there are no payments: the plan is self_hosted, and nothing can be bought', async () => {
  const person = await service.newPerson()
  const account_id = await defaultAccount(person)
  const at = '/api/control/account/billing'

  const billing = await person.call('GET', at)
  const answers = await Promise.all([
    person.call('POST', `${at}/checkout`, { plan: 'solo' }),
    person.call('POST', `${at}/payg`, {}),
    person.call('POST', `${at}/portal`, {}),
    person.call('POST', `${at}/reuse-card`, { account_id }),
    person.call('POST', `${at}/topup`, { amount: 1000 }),
  ])

  expect(billing).toMatchObject({ status: 200, body: { plan: 'self_hosted', storage: { limit_bytes: null } } })
  for (const answer of answers) expect(answer).toMatchObject({ status: 501, body: { code: 'billing_disabled' } })
})

test('automatic top-ups can be set before there is a payment provider, with the standard amount and threshold', async () => {
  const person = await service.newPerson()

  const set = await person.call('PATCH', '/api/control/account/billing/auto-topup', { enabled: true })

  expect(set).toMatchObject({
    status: 200,
    body: { plan: 'self_hosted', auto_topup: { enabled: true, amount: 5000, threshold: 1000 } },
  })
})
