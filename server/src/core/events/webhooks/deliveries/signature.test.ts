import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newWebhookSecret, signatureHeaders } from './signature.ts'

const body = '{"id":"evt_1","type":"artifact.updated","data":{"name":"売上"}}'
const signed = (secrets: readonly [string, ...string[]], at = new Date()) =>
  signatureHeaders({ id: 'evt_1', body, at, secrets })

test('a stock library of Standard Webhooks accepts what we sign, and nothing that was changed', () => {
  const secret = newWebhookSecret()

  const headers = signed([secret])

  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: 'evt_1' })
  expect(() => new Webhook(secret).verify(body.replace('売上', '人事'), headers)).toThrow()
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
})

test('what was recorded cannot be sent again an hour later', () => {
  const secret = newWebhookSecret()

  const headers = signed([secret], new Date(Date.now() - 3_600_000))

  expect(() => new Webhook(secret).verify(body, headers)).toThrow()
})

test('X-SVC-Signature is the HMAC of the body under the whole secret as it was returned', () => {
  const secret = newWebhookSecret()

  const { 'x-svc-signature': signature } = signed([secret])

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
})

test('while a secret is being changed both sign, and X-SVC-Signature goes by the new one', () => {
  const [newer, older] = [newWebhookSecret(), newWebhookSecret()]

  const headers = signed([newer, older])

  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  for (const secret of [newer, older]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  expect(headers['x-svc-signature']).toBe(signed([newer])['x-svc-signature'])
})
