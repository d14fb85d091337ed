import { afterAll, expect, test } from 'vitest'
import { defaultAccount, newDeveloperAccount, newKey } from '../../../test/control-plane.ts'
import { openPaymentProvider, sendEvent } from '../../../test/payment-provider.ts'
import type { Person } from '../../../test/person.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { charge } from './credits/credits.ts'

const provider = await openPaymentProvider()
afterAll(() => provider.close())

const service = startService({ settings: { billing: provider.settings } })

const BILLING = '/api/control/account/billing'

const billingOf = async ({ call }: Person, account?: string) =>
  (await call('GET', `${BILLING}${account ? `?account_id=${account}` : ''}`)).body

async function reportAll(events: Parameters<typeof sendEvent>[1][]) {
  for (const event of events) expect((await sendEvent(service.url(), event)).status).toBe(200)
}

/** A user who pays by use. */
async function newPayer(): Promise<Person> {
  const person = await service.newPerson()
  const { body } = await person.call('POST', `${BILLING}/payg`, {})
  await reportAll(provider.complete(body.session_id))
  return person
}

async function newSubscriber(plan = 'solo', interval = 'month') {
  const person = await service.newPerson()
  const { body } = await person.call('POST', `${BILLING}/checkout`, { plan, interval })
  const events = provider.complete(body.session_id)
  await reportAll(events)
  return { person, subscriptionRef: provider.get(body.session_id).subscription as string, events }
}

const spend = (account: string, credits: number) =>
  inTransaction(service.running.db, (tx) =>
    charge(tx, { accountId: fromWireId('acc', account), credits, note: 'structuring', workbookId: null }),
  )

const runTopup = (account: string, more: object = {}) =>
  runTask(service.running, 'billing.topup', { account_id: fromWireId('acc', account), ...more })

test('an account begins on the free plan, with the credits of its month and the room it has', async () => {
  const person = await service.newPerson()

  const billing = await billingOf(person)

  expect(billing).toMatchObject({
    plan: 'free', interval: null, subscription_status: 'none', card: null, overage_credits: 0, settlement_floor: 100,
    currency: 'usd', auto_topup: { enabled: false, amount: 5000, threshold: 1000 },
    credits: { monthly: 500, prepaid: 0, used: 0, remaining: 500, period_end: expect.any(String) },
    storage: { used_bytes: 0, limit_bytes: 1024 ** 3 },
  }) // biome-ignore format: the body as it is
  expect((await person.call('GET', '/api/v1/me')).body).toMatchObject({ plan: 'free', credits: { monthly: 500 } })
  // Or each new account would bring free credits.
  expect(await billingOf(person, await newDeveloperAccount(person))).toMatchObject({
    plan: 'free',
    credits: { monthly: 0 },
  })
})

test('start subscription: Solo and Pro, monthly and annual, each by its own price', async () => {
  const bought: unknown[] = []
  for (const plan of ['solo', 'pro'])
    for (const interval of ['month', 'year']) {
      const { person } = await newSubscriber(plan, interval)
      const billing = await billingOf(person)
      bought.push([billing.plan, billing.interval, billing.subscription_status, billing.credits.monthly])
    }

  expect(bought).toEqual([
    ['solo', 'month', 'active', 10_000],
    ['solo', 'year', 'active', 10_000],
    ['pro', 'month', 'active', 50_000],
    ['pro', 'year', 'active', 50_000],
  ])
})

test('checkout answers the page to pay on, asked once under one Idempotency-Key', async () => {
  const person = await service.newPerson()
  const ask = () => person.call('POST', `${BILLING}/checkout`, { plan: 'solo' }, { 'idempotency-key': 'once' })

  const [first, again] = [await ask(), await ask()]

  expect(first).toMatchObject({
    status: 200,
    body: {
      checkout_url: expect.stringContaining('https://'),
      session_id: expect.any(String),
      expires_at: expect.any(String),
    },
  })
  expect(again.body).toEqual(first.body)
})

test('a subscriber changes the subscription in the portal, not by a second one', async () => {
  const { person } = await newSubscriber()

  const second = await person.call('POST', `${BILLING}/checkout`, { plan: 'pro' })
  const portal = await person.call('POST', `${BILLING}/portal`, { return_url: 'https://shop.example.org/account' })

  expect(second).toMatchObject({ status: 409, body: { code: 'subscription_active' } })
  expect(portal).toMatchObject({ status: 200, body: { portal_url: expect.stringContaining('/portal/cus_') } })
})

test('people are sent back only to the service itself or to an origin that is listed, by https', async () => {
  const person = await service.newPerson()
  const ask = (success_url: string) => person.call('POST', `${BILLING}/payg`, { success_url })

  const refused = await Promise.all(
    ['https://evil.example', 'http://shop.example.org/', 'javascript:alert(1)', 'nowhere'].map(ask),
  )
  const taken = await Promise.all(['https://shop.example.org/thanks', 'http://bindery.test/billing'].map(ask))

  for (const answer of refused)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ loc: ['body', 'success_url'] }] } })
  expect(taken.map(({ status }) => status)).toEqual([200, 200])
})

test('pay-as-you-go: a card is saved without a charge, then the free tier becomes payg with auto-recharge on', async () => {
  const person = await service.newPerson()
  const before = provider.asked.length
  const { body } = await person.call('POST', `${BILLING}/payg`, {})
  const unchanged = await billingOf(person)

  await reportAll(provider.complete(body.session_id))

  expect(unchanged).toMatchObject({ plan: 'free', card: null })
  expect(await billingOf(person)).toMatchObject({
    plan: 'payg',
    interval: null,
    subscription_status: 'none',
    card: { brand: 'visa', last4: '4242', exp: '2031-04' },
    auto_topup: { enabled: true, amount: 5000, threshold: 1000 },
    credits: { monthly: 0 },
  })
  expect(provider.asked.slice(before).map(({ path }) => path)).not.toContain('/v1/payment_intents')
})

test('a developer account shares the default wallet’s customer: a card on file moves it straight to usage billing', async () => {
  const person = await newPayer()
  const account = await newDeveloperAccount(person)

  const reused = await person.call('POST', `${BILLING}/reuse-card`, { account_id: account })
  await person.call('POST', `${BILLING}/topup`, { account_id: account, amount: 1000 })

  expect(reused).toMatchObject({
    status: 200,
    body: { plan: 'payg', card: { last4: '4242' }, auto_topup: { enabled: true } },
  })
  const { rows } = await service.running.admin.query(
    'select customer_ref from account_billing where account_id = any ($1)',
    [[account, await defaultAccount(person)].map((id) => fromWireId('acc', id))],
  )
  expect(new Set(rows.map(({ customer_ref }) => customer_ref)).size).toBe(1)
  expect(provider.asked.at(-1)?.form).toMatchObject({ customer: rows[0].customer_ref })
})

test('without a card there is none to reuse, and nothing to top up by itself', async () => {
  const person = await service.newPerson()
  const account = await newDeveloperAccount(person)

  const reused = await person.call('POST', `${BILLING}/reuse-card`, { account_id: account })
  const switched = await person.call('PATCH', `${BILLING}/auto-topup`, { enabled: true })

  expect(reused).toMatchObject({ status: 409, body: { code: 'no_card_on_file' } })
  expect(switched).toMatchObject({ status: 409, body: { code: 'no_card_on_file' } })
})

test('a pack is bought at once with a saved card, and raises what can be spent', async () => {
  const person = await newPayer()

  const bought = await person.call('POST', `${BILLING}/topup`, { amount: 5000 })
  const odd = await person.call('POST', `${BILLING}/topup`, { amount: 1234 })

  expect(bought).toMatchObject({ status: 200, body: { charged: true, balance: 5000 } })
  expect(provider.asked.at(-1)?.form).toMatchObject({ amount: '5000', currency: 'usd', off_session: 'true' })
  expect(odd.status).toBe(422)
})

test('a pack is bought on the provider’s page without a card, and where the card is refused', async () => {
  const [stranger, payer] = [await service.newPerson(), await newPayer()]

  const page = await stranger.call('POST', `${BILLING}/topup`, { amount: 1000 })
  await reportAll(provider.complete(page.body.session_id))
  provider.decline(true)
  const refused = await payer.call('POST', `${BILLING}/topup`, { amount: 1000 })
  provider.decline(false)

  expect(page.body).toMatchObject({ checkout_url: expect.any(String), session_id: expect.any(String) })
  expect(await billingOf(stranger)).toMatchObject({ plan: 'free', credits: { prepaid: 1000 } })
  expect(refused.body).toMatchObject({ checkout_url: expect.any(String) })
  expect(await billingOf(payer)).toMatchObject({ credits: { prepaid: 0 } })
})

test('a payment is credited once, however often and by whichever events it is reported', async () => {
  const person = await newPayer()
  await person.call('POST', `${BILLING}/topup`, { amount: 1000 })
  const { rows } = await service.running.admin.query('select payment_ref from topup where account_id = $1', [
    fromWireId('acc', await defaultAccount(person)),
  ])
  const event = provider.event('payment_intent.succeeded', provider.get(rows[0].payment_ref))

  const answers = await Promise.all(
    [event, event, { ...event, id: 'evt_other' }].map((one) => sendEvent(service.url(), one)),
  )

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await billingOf(person)).toMatchObject({ credits: { prepaid: 1000 } })
})

test('a refund takes the credits back it paid for, once, and what was spent of them is owed', async () => {
  const person = await newPayer()
  const account = await defaultAccount(person)
  await person.call('POST', `${BILLING}/topup`, { amount: 1000 })
  await spend(account, 900)
  const { rows } = await service.running.admin.query('select payment_ref from topup where account_id = $1', [
    fromWireId('acc', account),
  ])
  const event = provider.refund(rows[0].payment_ref, 500)

  await reportAll([event, { ...event, id: 'evt_again' }])

  expect(await billingOf(person)).toMatchObject({ credits: { prepaid: 0, used: 900 }, overage_credits: 400 })
})

test('events may come in any order: what counts is what the provider says now', async () => {
  const person = await service.newPerson()
  const { body } = await person.call('POST', `${BILLING}/checkout`, { plan: 'solo' })
  const events = provider.complete(body.session_id)
  const ended = provider.change(provider.get(body.session_id).subscription, { status: 'canceled' })

  await reportAll([ended, ...events.toReversed()])

  expect(await billingOf(person)).toMatchObject({ subscription_status: 'canceled', interval: null, plan: 'payg' })
})

test('a subscription that is late goes on; one that has ended leaves the plan, and its month', async () => {
  const { person, subscriptionRef } = await newSubscriber('pro')

  await reportAll([provider.change(subscriptionRef, { status: 'past_due' })])
  const late = await billingOf(person)
  await reportAll([provider.change(subscriptionRef, { status: 'canceled' })])

  expect(late).toMatchObject({ plan: 'pro', subscription_status: 'past_due', credits: { monthly: 50_000 } })
  expect(await billingOf(person)).toMatchObject({
    plan: 'payg',
    subscription_status: 'canceled',
    credits: { monthly: 0 },
  })
})

test('an event that is not signed, signed by another, altered or old is refused', async () => {
  const event = provider.event('payment_intent.succeeded', { id: 'pi_none' })
  const bare = await service.as(null)('POST', '/api/control/billing/stripe/webhook', event)

  const forged = await sendEvent(service.url(), event, { secret: 'whsec_other' })
  const old = await sendEvent(service.url(), event, { at: Date.now() - 600_000 })

  for (const answer of [bare, forged, old])
    expect(answer).toMatchObject({ status: 403, body: { code: 'bad_signature' } })
})

test('low balance is recharged by itself, once, and adjusted or switched off', async () => {
  const person = await newPayer()
  const account = await defaultAccount(person)
  const adjusted = await person.call('PATCH', `${BILLING}/auto-topup`, { enabled: true, amount: 300, threshold: 50 })
  await spend(account, 20)
  const owing = await billingOf(person)

  await Promise.all([runTopup(account), runTopup(account)])
  const charged = await billingOf(person)
  const off = await person.call('PATCH', `${BILLING}/auto-topup`, { enabled: false })
  await spend(account, 290)
  await runTopup(account)

  expect(adjusted.body.auto_topup).toEqual({ enabled: true, amount: 300, threshold: 50 })
  expect(owing).toMatchObject({ overage_credits: 20 })
  expect(charged).toMatchObject({ credits: { prepaid: 300 }, overage_credits: 0 })
  expect(off.body.auto_topup).toEqual({ enabled: false, amount: 5000, threshold: 1000 })
  expect(await billingOf(person)).toMatchObject({ credits: { prepaid: 10 } })
})

test('a card that is refused switches auto-recharge off instead of being tried for ever', async () => {
  const person = await newPayer()
  const account = await defaultAccount(person)
  await spend(account, 20)

  provider.decline(true)
  await runTopup(account)
  provider.decline(false)

  expect(await billingOf(person)).toMatchObject({ auto_topup: { enabled: false }, overage_credits: 20 })
})

test('when a month is over its credits lapse, new ones come, and what is owed is collected', async () => {
  const person = await newPayer()
  const account = await defaultAccount(person)
  const accountId = fromWireId('acc', account)
  await person.call('PATCH', `${BILLING}/auto-topup`, { enabled: false })
  await spend(account, 150)
  await service.running.admin.query(
    `update account_billing set anchor = anchor - interval '40 days', period_end = now() where account_id = $1`,
    [accountId],
  )

  await runTask(service.running, 'billing.turn')
  const turned = await billingOf(person)
  await runTopup(account, { settle: true })

  expect(turned).toMatchObject({ credits: { used: 0 }, overage_credits: 150 })
  expect(await billingOf(person)).toMatchObject({ overage_credits: 0, credits: { prepaid: 0 } })
})

test('billing takes the scope billing:manage, and a key pays for its own account only', async () => {
  const person = await service.newPerson()
  const account = await newDeveloperAccount(person)
  const reader = await newKey(service, person, { scopes: ['account:read'] })
  const manager = await newKey(service, person, { scopes: ['billing:manage'] })

  const unscoped = await reader('POST', `${BILLING}/payg`, {})
  const elsewhere = await manager('POST', `${BILLING}/payg`, { account_id: account })

  expect(unscoped).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  expect(elsewhere).toMatchObject({ status: 403, body: { code: 'out_of_reach' } })
})
