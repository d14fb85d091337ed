import { expect } from 'vitest'
import { signed } from '../../../server/test/payment-provider.ts'
import { expectRefusal, type Scene } from '../scene.ts'

/** Credits are bought: by use, by the pack, by subscription. */
export async function playMoney(scene: Scene) {
  const { api } = scene
  const { account_id, plan } = await api.getBilling()
  expect(plan).toBe('free')

  await pay(scene, (await api.enablePayg({ body: {} })).session_id)
  expect(await api.getBilling()).toMatchObject({ plan: 'payg', card: { last4: '4242' } })
  expect((await api.setAutoTopup({ body: { enabled: false } })).auto_topup.enabled).toBe(false)
  expect(await api.topUp({ body: { amount: 1000 } })).toMatchObject({ charged: true })
  expect((await api.getBilling()).credits.prepaid).toBe(1000)
  expect((await api.openPortal({ body: {} })).portal_url).toContain('/portal/')

  const other = await api.createAccount({ body: { name: 'Acme' } })
  const reused = await api.reuseCard({ body: { account_id: other.account_id } })
  expect(reused).toMatchObject({ account_id: other.account_id, plan: 'payg', card: { last4: '4242' } })

  await pay(scene, (await api.startCheckout({ body: { plan: 'solo' } })).session_id)
  expect(await api.getBilling()).toMatchObject({ account_id, plan: 'solo', subscription_status: 'active' })
  expect(await api.readUsageSeries({ days: 7 })).toMatchObject({ account_id, days: 7 })
}

/** A user fills in the provider's page; the provider reports it, and is trusted by its signature alone. */
async function pay({ apiFor, around: { payments } }: Scene, sessionId: string) {
  const anonymous = apiFor(null)
  for (const event of payments.complete(sessionId)) {
    const forged = { body: event, headers: signed(event, { secret: 'whsec_guessed' }).headers }
    await expectRefusal(anonymous.receivePaymentEvent(forged), 'bad_signature')
    const request = { body: event, headers: signed(event).headers }
    expect(await anonymous.receivePaymentEvent(request)).toEqual({ received: true })
  }
}
