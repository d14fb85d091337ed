import { parseSetCookie } from 'cookie'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Called } from '../../../test/client.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService({ apiNodes: 2 })

const stranger = () => service.as(null)
const login = (email: string, password: string) => stranger()('POST', '/api/auth/login', { email, password })
const refresh = (ticket: string) => stranger()('POST', '/api/auth/refresh', { refresh_token: ticket })

const SAME_ORIGIN = { origin: 'http://bindery.test' }

const statuses = (answers: Called[]) => answers.map(({ status }) => status).toSorted()

/** What the browser has to keep. */
const cookieOf = ({ headers }: Called) =>
  headers
    .getSetCookie()
    .map((line) => parseSetCookie(line))
    .find(({ name }) => name === 'svc_refresh')

describe('refreshing', () => {
  test('a refresh token is good for one renewal; its successor for the next', async () => {
    const person = await service.newPerson()
    const first = await login(person.email, person.password)

    const second = await refresh(first.body.refresh_token)
    const third = await refresh(second.body.refresh_token)

    expect(second).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 900, user: { user_id: person.userId } },
    })
    expect(cookieOf(second)?.value).toBe(second.body.refresh_token)
    expect(new Set([first, second, third].map(({ body }) => body.refresh_token)).size).toBe(3)
    expect(decodeJwt(third.body.access_token).sid).toBe(decodeJwt(first.body.access_token).sid)
    expect((await service.as(third.body.access_token)('GET', '/api/v1/me/tokens')).status).toBe(200)
  })

  test('a refresh token that comes back ends the session for good: every token of it is dead at once', async () => {
    const person = await service.newPerson()
    const first = await login(person.email, person.password)
    const second = await refresh(first.body.refresh_token)

    const reused = await refresh(first.body.refresh_token)

    expect(reused).toMatchObject({ status: 401, body: { code: 'session_revoked' } })
    expect(await refresh(second.body.refresh_token)).toMatchObject({ status: 401, body: { code: 'session_revoked' } })
    expect(await service.as(second.body.access_token, 1)('GET', '/api/v1/me/tokens')).toMatchObject({
      status: 401,
      body: { code: 'session_revoked' },
    })
    expect((await person.call('GET', '/api/v1/me/tokens')).status).toBe(200)
  })

  test('of several renewals with one token at once a single one gets through', async () => {
    const person = await service.newPerson()
    const { body } = await login(person.email, person.password)

    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(body.refresh_token)))

    expect(statuses(answers)).toEqual([200, 401, 401, 401, 401, 401])
  })

  test('a renewal is good for 30 days from now, and a token past its days is refused', async () => {
    const person = await service.newPerson()
    const { body } = await login(person.email, person.password)
    const sessionId = decodeJwt(body.access_token).sid
    await moveSessions(
      person.userId,
      `created_at = created_at - interval '20 days', expires_at = expires_at - interval '20 days'`,
    )
    await moveTickets(person.userId, `expires_at = expires_at - interval '20 days'`)

    const renewed = await refresh(body.refresh_token)
    const { rows } = await service.running.admin.query(
      `select extract(epoch from max(t.expires_at) - now()) / 86400 as days from refresh_token t join session using (session_id) where rotated_at is null and user_id = $1::uuid and session_id <> $2::uuid`,
      [fromWireId('usr', person.userId), fromWireId('sess', String(decodeJwt(person.session).sid))],
    )
    await moveTickets(person.userId, `expires_at = expires_at - interval '30 days'`)

    expect(renewed.status).toBe(200)
    expect(decodeJwt(renewed.body.access_token).sid).toBe(sessionId)
    expect(Number(rows[0].days)).toBeCloseTo(30, 1)
    expect(await refresh(renewed.body.refresh_token)).toMatchObject({ status: 401, body: { code: 'expired_token' } })
  })

  test('however often it is renewed, a session ends after 90 days', async () => {
    const person = await service.newPerson()
    const { body } = await login(person.email, person.password)
    await moveSessions(
      person.userId,
      `created_at = created_at - interval '85 days', expires_at = expires_at - interval '85 days'`,
    )

    const renewed = await refresh(body.refresh_token)
    const { rows } = await service.running.admin.query(
      `select bool_and(t.expires_at <= s.expires_at) as is_bounded from refresh_token t join session s using (session_id) where user_id = $1::uuid and rotated_at is null and t.expires_at < now() + interval '6 days'`,
      [fromWireId('usr', person.userId)],
    )
    await moveSessions(person.userId, `expires_at = expires_at - interval '5 days'`)

    expect(renewed.status).toBe(200)
    expect(rows[0].is_bounded).toBe(true)
    expect(await refresh(renewed.body.refresh_token)).toMatchObject({ status: 401, body: { code: 'expired_token' } })
    expect((await service.as(renewed.body.access_token)('GET', '/api/v1/me/tokens')).status).toBe(401)
  })

  test('the cookie does as well, but only when a page of the service asks', async () => {
    const person = await service.newPerson()
    const { body } = await login(person.email, person.password)
    const cookie = `svc_refresh=${body.refresh_token}`
    const ask = (headers: Record<string, string>) =>
      stranger()('POST', '/api/auth/refresh', undefined, { cookie, ...headers })

    const refused = [
      await ask({}),
      await ask({ origin: 'http://evil.test' }),
      await ask({ origin: 'null' }),
      await ask({ 'sec-fetch-site': 'cross-site' }),
      await ask({ 'sec-fetch-site': 'same-site' }),
    ]
    const renewed = await ask(SAME_ORIGIN)

    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } })
    expect(renewed.status).toBe(200)
    const next = await stranger()('POST', '/api/auth/refresh', undefined, {
      cookie: `svc_refresh=${renewed.body.refresh_token}`,
      'sec-fetch-site': 'same-origin',
    })
    expect(next.status).toBe(200)
  })

  test('without a token there is nothing to renew, and an unknown one renews nothing', async () => {
    expect(await stranger()('POST', '/api/auth/refresh')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
    expect(await refresh('x'.repeat(43))).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
  })
})

describe('logging out', () => {
  test.each(['bearer', 'refresh token', 'cookie'])(
    'with the %s ends the session at once and clears the cookie',
    async (by) => {
      const person = await service.newPerson()
      const { body } = await login(person.email, person.password)
      const cookie = `svc_refresh=${body.refresh_token}`

      const answer =
        by === 'bearer'
          ? await service.as(body.access_token)('POST', '/api/auth/logout')
          : by === 'cookie'
            ? await stranger()('POST', '/api/auth/logout', undefined, { cookie, ...SAME_ORIGIN })
            : await stranger()('POST', '/api/auth/logout', { refresh_token: body.refresh_token })

      expect(answer).toMatchObject({ status: 204, body: '' })
      expect(cookieOf(answer)).toMatchObject({ value: '', maxAge: 0, path: '/api/auth' })
      expect(await service.as(body.access_token, 1)('GET', '/api/v1/me/tokens')).toMatchObject({
        status: 401,
        body: { code: 'session_revoked' },
      })
      expect(await refresh(body.refresh_token)).toMatchObject({ status: 401, body: { code: 'session_revoked' } })
      expect((await person.call('GET', '/api/v1/me/tokens')).status).toBe(200)
    },
  )

  test('cannot be forced on a user by another site', async () => {
    const person = await service.newPerson()
    const { body } = await login(person.email, person.password)

    const forced = await stranger()('POST', '/api/auth/logout', undefined, {
      cookie: `svc_refresh=${body.refresh_token}`,
      origin: 'http://evil.test',
    })

    expect(forced).toMatchObject({ status: 403, body: { code: 'session_required' } })
    expect((await service.as(body.access_token)('GET', '/api/v1/me/tokens')).status).toBe(200)
  })

  test('takes a user who is logged in', async () => {
    const person = await service.newPerson()
    const token = await service.newToken(person)

    expect(await stranger()('POST', '/api/auth/logout')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
    expect(await service.as(token)('POST', '/api/auth/logout')).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    })
  })
})

test('what lets a user in is stored nowhere, and not logged either', async () => {
  const person = await service.newPerson()
  const { body } = await login(person.email, person.password)
  await login(person.email, 'a wrong password, typed by mistake')

  const { rows } = await service.running.admin.query(`
    select coalesce(string_agg(row, ' '), '') as everything from (
      select row_to_json(session)::text as row from session union all select row_to_json(refresh_token)::text from refresh_token
      union all select row_to_json(attempt)::text from attempt union all select row_to_json(app_user)::text from app_user) as rows`)
  const everything = `${rows[0].everything}${service.running.logged()}`

  expect(everything).toContain(person.email)
  for (const secret of [person.password, body.refresh_token, body.access_token, 'typed by mistake'])
    expect(everything).not.toContain(secret)
})

const moveSessions = (userId: string, change: string) =>
  service.running.admin.query(`update session set ${change} where user_id = $1::uuid`, [fromWireId('usr', userId)])

const moveTickets = (userId: string, change: string) =>
  service.running.admin.query(
    `update refresh_token set ${change} where session_id in (select session_id from session where user_id = $1::uuid)`,
    [fromWireId('usr', userId)],
  )
