import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { newBrowser } from '../../../../test/browser.ts'
import { openMailbox, textOf } from '../../../../test/mailbox.ts'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'
import { mailPasswordLink } from './mail-password-link.job.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())

const service = startService({ workers: 1, settings: { smtp: { url: mailbox.url, from: 'bindery@example.org' } } })
const mailless = startService({ workers: 1 })

const BASE = 'http://bindery.test'
const NEW_PASSWORD = 'another horse, another battery'

const forgot = (email: string, headers = {}) =>
  service.as(null)('POST', '/api/auth/password/forgot', { email }, headers)
const reset = (token: string, password = NEW_PASSWORD) =>
  service.as(null)('POST', '/api/auth/password/reset', { token, password })
const login = (email: string, password: string) => service.as(null)('POST', '/api/auth/login', { email, password })

/** Asks for a link and reads it in the mail. */
async function linkFor(email: string): Promise<{ token: string; mail: string }> {
  await forgot(email)
  const mail = textOf(await mailbox.mailTo(email))
  return { token: /\/reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? '', mail }
}

test('a mailed link sets a new password and ends every session the user had', async () => {
  const person = await service.newPerson('Aiko')
  const other = await login(person.email, person.password)

  const { token, mail } = await linkFor(person.email)
  const done = await reset(token)

  expect(mail).toContain('Hello Aiko')
  expect(mail).toContain(`${BASE}/reset-password?token=${token}`)
  expect(done).toMatchObject({ status: 204, body: '' })
  expect(await person.call('GET', '/api/v1/me/tokens')).toMatchObject({
    status: 401,
    body: { code: 'session_revoked' },
  })
  expect(
    await service.as(null)('POST', '/api/auth/refresh', { refresh_token: other.body.refresh_token }),
  ).toMatchObject({ status: 401, body: { code: 'session_revoked' } })
  expect((await login(person.email, person.password)).status).toBe(401)
  expect((await login(person.email, NEW_PASSWORD)).status).toBe(200)
})

test('a link works once, even if it is opened twice at the same moment', async () => {
  const person = await service.newPerson()
  const { token } = await linkFor(person.email)

  const answers = await Promise.all([reset(token), reset(token), reset(token)])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401])
  expect(await reset(token)).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
})

test('a link works for one hour', async () => {
  const person = await service.newPerson()
  const { token } = await linkFor(person.email)
  await service.running.admin.query(
    `update password_reset set expires_at = expires_at - interval '1 hour' where user_id = $1`,
    [fromWireId('usr', person.userId)],
  )

  const late = await reset(token)

  expect(late).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
  expect((await login(person.email, person.password)).status).toBe(200)
})

test('the other links of the user end with the one that was used', async () => {
  const person = await service.newPerson()
  const { token } = await linkFor(person.email)
  await forgot(person.email)
  await expect.poll(() => mailbox.count(person.email), { timeout: 10_000 }).toBe(2)

  await reset(token)

  const { rows } = await service.running.admin.query('select used_at from password_reset where user_id = $1', [
    fromWireId('usr', person.userId),
  ])
  expect(rows).toEqual([{ used_at: expect.any(Date) }])
})

test('the answer does not reveal whether an address has an account, and a stranger gets no mail', async () => {
  const person = await service.newPerson()
  const unknownAddress = `${crypto.randomUUID()}@example.org`

  const [known, unknown] = [await forgot(person.email), await forgot(unknownAddress)]
  await mailbox.mailTo(person.email)
  await pause(300)

  expect(known).toMatchObject({ status: 202, body: { sent: true } })
  expect(unknown).toMatchObject({ status: 202, body: known.body })
  expect(mailbox.count(unknownAddress)).toBe(0)
})

test('without a mail server the answer is the same, and the link is sent to no one', async () => {
  const person = await mailless.newPerson()

  const answer = await mailless.as(null)('POST', '/api/auth/password/forgot', { email: person.email })
  await pause(300)
  const { rows } = await mailless.running.admin.query('select count(*)::int as n from password_reset')

  expect(answer).toMatchObject({ status: 202, body: { sent: true } })
  expect(rows[0].n).toBe(0)
  expect(mailless.running.logged()).not.toContain('reset-password')
})

test('no one is flooded with mail: three links an hour are enough', async () => {
  const person = await service.newPerson()

  for (let n = 0; n < 5; n++) await forgot(person.email)
  await expect.poll(() => mailbox.count(person.email), { timeout: 10_000 }).toBe(3)
  await pause(500)

  expect(mailbox.count(person.email)).toBe(3)
})

test('a mail that is sent twice holds the same link', async () => {
  const person = await service.newPerson()
  const sent: string[] = []
  const { db, settings } = service.running
  const { Keyring } = await import('../../../platform/keyring.ts')
  const platform = {
    db,
    settings,
    keyring: new Keyring(settings.secretKeys),
    mailer: { isConfigured: true, send: async ({ text }: { text: string }) => void sent.push(text) },
  }
  const payload = { requestId: crypto.randomUUID(), email: person.email, language: 'en' }

  // Safe: the handler uses these parts of the platform only.
  for (let n = 0; n < 2; n++) await mailPasswordLink(platform as never, payload, AbortSignal.any([]))

  expect(sent).toHaveLength(2)
  expect(sent[1]).toBe(sent[0])
})

test('the mail is in the language of the reader', async () => {
  const person = await service.newPerson()

  await forgot(person.email, { 'accept-language': 'ja,en;q=0.5' })

  expect(textOf(await mailbox.mailTo(person.email))).toContain('パスワード再設定が請求されました')
})

test('a login with the old password that is under way when the new one is set does not get through', async () => {
  const person = await service.newPerson()
  const change = await service.running.admin.connect()
  await change.query('begin')
  await change.query(`update app_user set password_hash = 'another' where user_id = $1`, [
    fromWireId('usr', person.userId),
  ])

  const underWay = login(person.email, person.password)
  await pause(500)
  await change.query('commit')
  change.release()

  expect((await underWay).status).toBe(401)
})

test('a program that the old password let in but that has no session yet gets none', async () => {
  const person = await service.newPerson()
  const tab = newBrowser({ [BASE]: service.url() })
  await tab.post(`${BASE}/api/auth/forms/login`, { email: person.email, password: person.password })
  const { body: device } = await service.as(null)('POST', '/api/auth/device')
  await tab.post(`${BASE}/api/auth/forms/consent`, { user_code: device.user_code, answer: 'allow' })
  const { token } = await linkFor(person.email)

  await reset(token)

  expect(await service.as(null)('POST', '/api/auth/device/token', { device_code: device.device_code })).toMatchObject({
    status: 400,
    body: { code: 'expired_token' },
  })
})

test('a short password is refused and leaves the link as it was', async () => {
  const person = await service.newPerson()
  const { token } = await linkFor(person.email)

  const short = await reset(token, 'too short')

  expect(short).toMatchObject({ status: 422, body: { code: 'validation_error' } })
  expect((await reset(token)).status).toBe(204)
})

test('the whole way works on pages: forgotten, mailed, chosen, signed in', async () => {
  const person = await service.newPerson()
  const tab = newBrowser({ [BASE]: service.url() })

  const sent = await tab.follow(await tab.post(`${BASE}/api/auth/forms/password-link`, { email: person.email }))
  const token = /token=([\w-]+)/.exec(textOf(await mailbox.mailTo(person.email)))?.[1] ?? ''
  const page = await tab.get(`${BASE}/reset-password?token=${token}`)
  const short = await tab.post(`${BASE}/api/auth/forms/new-password`, { token, password: 'too short' })
  const chosen = await tab.follow(
    await tab.post(`${BASE}/api/auth/forms/new-password`, { token, password: NEW_PASSWORD }),
  )
  const again = await tab.post(`${BASE}/api/auth/forms/new-password`, { token, password: NEW_PASSWORD })

  expect(sent.text).toContain('Look into your mail')
  expect(page.text).toContain(`value="${token}"`)
  expect(short.status).toBe(422)
  expect(short.text).toContain('12 to 200 characters')
  expect(chosen.text).toContain('Your new password is set')
  expect(again.status).toBe(401)
  expect(again.text).toContain('no longer good')
  expect((await login(person.email, NEW_PASSWORD)).status).toBe(200)
  expect(service.running.logged()).not.toContain(token)
})
