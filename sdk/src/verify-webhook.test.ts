import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookRefused } from './verify-webhook.ts'

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const [CURRENT, FORMER, OTHER] = [secretOf(1), secretOf(2), secretOf(3)]
const NOW = new Date('2026-11-14T22:41:38Z')
const BODY = JSON.stringify({ id: 'evt_1', type: 'artifact.updated', data: { artifact: { name: '売上' } } })

/** As the service sends it; while a secret is changed, it signs with both. */
function signed({ secrets = [CURRENT], at = NOW, body = BODY } = {}) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign('evt_1', at, body))
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': signatures.join(' '),
  }
}

const verified = (request: Partial<Parameters<typeof verifyWebhook>[0]> = {}) =>
  verifyWebhook({ secret: CURRENT, headers: signed(), body: BODY, now: NOW, ...request })

const refused = (request: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  expect(verified(request)).rejects.toBeInstanceOf(WebhookRefused)

test('a request that a stock library signed is what it says', async () => {
  const headers = signed()

  const events = [
    await verified(),
    await verified({ headers: new Headers(headers) }),
    await verified({ body: new TextEncoder().encode(BODY) }),
  ]

  expect(events.map(({ type }) => type)).toEqual(Array(3).fill('artifact.updated'))
})

test('while a secret is changed, the sender may sign with both and the receiver may know both', async () => {
  const both = signed({ secrets: [FORMER, CURRENT] })

  const events = [
    await verified({ headers: both }),
    await verified({ headers: both, secret: FORMER }),
    await verified({ secret: [OTHER, CURRENT] }),
  ]

  expect(events.length).toBe(3)
})

test('another body, id, time, secret or signature is refused', async () => {
  const headers = signed()

  await refused({ body: BODY.replace('売上', '賃金') })
  await refused({ headers: { ...headers, 'webhook-id': 'evt_2' } })
  await refused({ headers: { ...headers, 'webhook-timestamp': String(NOW.getTime() / 1000 + 1) } })
  await refused({ secret: [OTHER, FORMER] })
  for (const signature of ['', 'v1', 'v1,', 'v1,%%%', headers['webhook-signature'].replace('v1,', 'v2,')])
    await refused({ headers: { ...headers, 'webhook-signature': signature } })
})

test('what was sent long ago, or bears no time, is refused', async () => {
  const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

  await verified({ headers: signed({ at: before(299) }) })
  await refused({ headers: signed({ at: before(301) }) })
  await refused({ headers: signed({ at: before(-301) }) })
  await verified({ headers: signed({ at: before(301) }), toleranceSeconds: 600 })
  await refused({ headers: { ...signed(), 'webhook-timestamp': 'soon' } })
  await refused({ headers: { 'webhook-id': 'evt_1' } })
})
