import { afterAll, expect, test } from 'vitest'
import { defaultAccount } from '../../../test/control-plane.ts'
import { openPaymentProvider, sendEvent } from '../../../test/payment-provider.ts'
import type { Person } from '../../../test/person.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const provider = await openPaymentProvider()
afterAll(() => provider.close())

const service = startService({ settings: { billing: provider.settings } })

const BILLING = '/api/control/account/billing'

const billingOf = async ({ call }: Person) => (await call('GET', BILLING)).body

/** A user who pays by use. */
async function newPayer(): Promise<Person> {
  const person = await service.newPerson()
  const { body } = await person.call('POST', `${BILLING}/payg`, {})
  for (const event of provider.complete(body.session_id)) await sendEvent(service.url(), event)
  return person
}

test('a refund that is reported twice at once, beside its payment, is taken back once', async () => {
  const person = await newPayer()
  await person.call('POST', `${BILLING}/topup`, { amount: 1000 })
  const { rows } = await service.running.admin.query('select payment_ref from topup where account_id = $1', [
    fromWireId('acc', await defaultAccount(person)),
  ])
  const payment = provider.event('payment_intent.succeeded', provider.get(rows[0].payment_ref))
  const refund = provider.refund(rows[0].payment_ref, 500)

  const events = [refund, payment, { ...refund, id: 'evt_twin' }, refund, { ...payment, id: 'evt_other' }]
  const answers = await Promise.all(events.map((event) => sendEvent(service.url(), event)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await billingOf(person)).toMatchObject({ credits: { prepaid: 500 } })
})

test('a pack that is bought twice at once under one Idempotency-Key is paid for once', async () => {
  const person = await newPayer()
  const buy = () => person.call('POST', `${BILLING}/topup`, { amount: 1000 }, { 'idempotency-key': 'pack' })

  const bought = await Promise.all([buy(), buy(), buy()])

  expect(new Set(bought.map(({ status }) => status)).size).toBe(1)
  expect(await billingOf(person)).toMatchObject({ credits: { prepaid: 1000 } })
})
