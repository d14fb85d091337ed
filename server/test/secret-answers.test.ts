import { expect, test } from 'vitest'
import { describedEndpoints } from '../src/main/documents/documents.ts'
import { answersSecret, fieldsIn } from '../src/platform/http/response/answers-secret.ts'
import type { Call } from './client.ts'
import { newWorkspace } from './control-plane.ts'
import { startService } from './service.ts'

const service = startService()

/** Names that secrets have, here and elsewhere. */
const LIKE_A_SECRET =
  /(^|_)(token|key|secret|password|passphrase|code|url|uri|link|href|ticket|signature|cookie|otp|pin|bearer|jwt|credential)$/

/** Texts of such a name that open nothing. A new one needs a reason. */
const OPEN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'the code of a problem, an issue or a warning; the source text of a transform': ['code'],
  'the key columns of a transform': ['key'],
  'what a client sent itself, and the kind of a credential': ['idempotency_key', 'credential'],
  'an address the caller named': ['url'],
  'the page where a person enters a code': ['verification_uri'],
}
const OPEN = new Set(Object.values(OPEN_TEXTS).flat())
/** Where a name of an open text is one of a secret. */
const SECRET_HERE = new Set(['createKey.key', 'inviteToWorkspace.url'])

test('a field of an answer that is named like a secret is declared as one', () => {
  const undeclared = describedEndpoints.flatMap(({ operation, response }) =>
    fieldsIn(response)
      .filter(({ name, isText, isSecret }) => isText && !isSecret && LIKE_A_SECRET.test(name))
      .filter(({ name }) => !OPEN.has(name) || SECRET_HERE.has(`${operation}.${name}`))
      .map(({ name }) => `${operation}.${name}`),
  )

  expect(undeclared).toEqual([])
})

test('answers with a secret are those of these operations', () => {
  const operations = describedEndpoints.filter(answersSecret).map(({ operation }) => operation)

  expect(operations.toSorted()).toEqual(
    [
      ...['acceptInvitation', 'exchangeDeviceCode', 'login', 'refreshSession', 'register', 'startDeviceLogin'],
      ...['createKey', 'createLink', 'createToken', 'createWebhook', 'inviteToWorkspace', 'rotateWebhookSecret'],
      ...['createUpload', 'putUpload', 'readDriveAuthorization', 'readUpload'],
      ...['enablePayg', 'openPortal', 'startCheckout', 'topUp'],
    ].toSorted(),
  )
})

test('a secret is replayed to the credential that asked for it, and to no other of the same user', async () => {
  const { id, owner } = await service.newWorkbook()
  const workspace = await newWorkspace(owner)
  await owner.call('POST', `/api/v1/workbooks/${id}/tables`, { name: 'sales', columns: [{ name: 'region' }] })
  const { body: webhook } = await owner.call('POST', '/api/v1/me/webhooks', { url: 'https://example.com/hook' })
  const login = await service.as(null)('POST', '/api/auth/login', { email: owner.email, password: owner.password })
  const otherSession = service.as(login.body.access_token)
  const asked: [path: string, body: object, secret: string][] = [
    ['/api/v1/me/tokens', { name: 'once' }, 'token'],
    ['/api/control/account/keys', { scopes: ['workbooks:read'] }, 'key'],
    ['/api/v1/me/webhooks', { url: 'https://example.com/other' }, 'secret'],
    [`/api/v1/me/webhooks/${webhook.webhook_id}/rotate-secret`, {}, 'secret'],
    [`/api/control/workspaces/${workspace}/invitations`, { email: 'new@example.org', base_role: 'viewer' }, 'url'],
    [`/api/v1/workbooks/${id}/uploads`, { filename: 'a.csv' }, 'upload_url'],
    [`/api/v1/workbooks/${id}/links`, { kind: 'table', target: 'sales' }, 'url'],
  ]
  for (const [path, body, secret] of asked) {
    const send = (by: Call) => by('POST', path, body, { 'idempotency-key': path })
    const first = await send(owner.call)

    const [again, other] = [await send(owner.call), await send(otherSession)]

    expect([first.status < 300, typeof first.body[secret]], path).toEqual([true, 'string'])
    expect([again.status, again.body], path).toEqual([first.status, first.body])
    expect(other, path).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(JSON.stringify(other.body)).not.toContain(first.body[secret])
  }
})
