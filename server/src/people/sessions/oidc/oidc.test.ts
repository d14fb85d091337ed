import { afterAll, describe, expect, test } from 'vitest'
import { type Browser, newBrowser, type Page } from '../../../../test/browser.ts'
import { type Identity, newIdentity, startIdentityProvider } from '../../../../test/identity-provider.ts'
import { startService } from '../../../../test/service.ts'

const BASE = 'http://bindery.test'
const CLIENT = { clientId: 'bindery', clientSecret: 'a secret between two servers' }
const START = `${BASE}/api/auth/oidc/acme/start`

const acme = await startIdentityProvider({ ...CLIENT, redirectUri: `${BASE}/api/auth/oidc/acme/callback` })
afterAll(() => acme.close())

const oidcProviders = [
  { name: 'acme', issuer: acme.issuer, ...CLIENT },
  { name: 'gone', issuer: 'http://127.0.0.1:9', ...CLIENT },
  { name: 'open-air', issuer: 'http://issuer.example.org', ...CLIENT },
]
const service = startService({ settings: { oidcProviders } })
const closed = startService({ settings: { oidcProviders, registrationOpen: false } })

const browser = (url = service.url()) => newBrowser({ [BASE]: url })

/** Up to the moment before the callback. */
const comeBack = (tab: Browser, identity: Identity | null, returnTo = '/somewhere') =>
  acme.sendBack(tab, `${START}?return_to=${encodeURIComponent(returnTo)}`, identity)

async function logIn(identity: Identity, tab = browser(), returnTo?: string): Promise<Page & { tab: Browser }> {
  return { ...(await tab.get(await comeBack(tab, identity, returnTo))), tab }
}

/** Who the cookie of this browser stands for. */
async function whoIs(tab: Browser, url = service.url()) {
  const response = await fetch(`${url}/api/auth/refresh`, {
    method: 'POST',
    headers: { cookie: `svc_refresh=${tab.cookie('svc_refresh')}`, origin: BASE },
  })
  // Safe: the shape of a login.
  return (await response.json()) as { access_token: string; user: { user_id: string; email: string; name: string } }
}

describe('a login at an identity provider', () => {
  test('sends the browser there with PKCE, state and nonce, and back to where it came from, logged in', async () => {
    const identity = newIdentity()
    const tab = browser()

    const start = await tab.get(`${START}?return_to=/somewhere%3Fa=1`)
    const asked = new URL(start.location ?? '')
    const done = await tab.get(await comeBack(tab, identity, '/somewhere?a=1#b'))

    expect(start.status).toBe(302)
    expect(asked.origin).toBe(acme.issuer)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'bindery',
      redirect_uri: `${BASE}/api/auth/oidc/acme/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(done).toMatchObject({ status: 302, location: '/somewhere?a=1#b' })
    expect(await whoIs(tab)).toMatchObject({ user: { email: identity.email, name: 'Aiko' } })
    expect(acme.tokenRequests.at(-1)).toContain('code_verifier=')
  })

  test('is the same user the next time, even when the provider calls the person by another address', async () => {
    const identity = newIdentity()
    const first = await whoIs((await logIn(identity)).tab)

    const second = await whoIs((await logIn({ ...identity, email: 'changed@example.org', email_verified: false })).tab)

    expect(second.user.user_id).toBe(first.user.user_id)
    expect(second.user.email).toBe(identity.email)
  })

  test('is the user who has the verified address already, and takes the account over where registration is closed too', async () => {
    await closed.running.admin.query('truncate app_user cascade')
    const person = await closed.newPerson()
    const token = await closed.newToken(person)

    const { tab } = await logIn(newIdentity({ email: person.email.toUpperCase() }), browser(closed.url()))

    expect((await whoIs(tab, closed.url())).user.user_id).toBe(person.userId)
    expect((await person.call('GET', '/api/v1/me/tokens')).status).toBe(401)
    expect((await closed.as(token)('GET', '/api/v1/me/tokens')).status).toBe(401)
    expect(
      (await closed.as(null)('POST', '/api/auth/login', { email: person.email, password: person.password })).status,
    ).toBe(401)
  })

  test('takes an account over from a person who registered the address without owning it', async () => {
    const squatter = await service.newPerson()
    const token = await service.newToken(squatter)

    const { tab } = await logIn(newIdentity({ email: squatter.email }))

    expect((await whoIs(tab)).user.user_id).toBe(squatter.userId)
    expect((await squatter.call('GET', '/api/v1/me/tokens')).status).toBe(401)
    expect((await service.as(token)('GET', '/api/v1/me/tokens')).status).toBe(401)
    expect(
      (await service.as(null)('POST', '/api/auth/login', { email: squatter.email, password: squatter.password }))
        .status,
    ).toBe(401)
  })

  test('takes nothing from a user who has proven the address before', async () => {
    const identity = newIdentity()
    const { access_token } = await whoIs((await logIn(identity)).tab)

    await logIn(newIdentity({ email: identity.email }))

    expect((await service.as(access_token)('GET', '/api/v1/me/tokens')).status).toBe(200)
  })

  test.each([
    ['not verified', { email_verified: false }],
    ['not said to be verified', { email_verified: undefined }],
    ['missing', { email: undefined, email_verified: undefined }],
    ['no address', { email: 'anything' }],
  ])('is refused when the address is %s, for users and newcomers alike', async (_, about) => {
    const person = await service.newPerson()
    const tab = browser()

    const refused = await tab.get(await comeBack(tab, newIdentity({ email: person.email, ...about })))

    expect(refused.status).toBe(401)
    expect(refused.text).toContain('must be verified at the provider')
    expect(tab.cookie('svc_refresh')).toBeUndefined()
    expect((await person.call('GET', '/api/v1/me/tokens')).status).toBe(200)
  })

  test('makes no new user on a closed instance, except the first', async () => {
    await closed.running.admin.query('truncate app_user cascade')

    const first = await logIn(newIdentity(), browser(closed.url()))
    const second = await logIn(newIdentity(), browser(closed.url()))

    expect(first.status).toBe(302)
    expect(second.status).toBe(403)
    expect(second.text).toContain('New accounts are not open here')
  })

  test('of one newcomer in two tabs makes one user', async () => {
    const identity = newIdentity()
    const tabs = [browser(), browser()]
    const callbacks: string[] = []
    for (const tab of tabs) callbacks.push(await comeBack(tab, identity))

    const done = await Promise.all(tabs.map((tab, n) => tab.get(callbacks[n] ?? '')))

    const users = await Promise.all(tabs.filter((_, n) => done[n]?.status === 302).map((tab) => whoIs(tab)))
    expect(done.map(({ status }) => status)).toEqual([302, 302])
    expect(new Set(users.map(({ user }) => user.user_id)).size).toBe(1)
  })
})

describe('the way back', () => {
  test('is open to the browser that left and to no other: no one can be logged in as another person', async () => {
    const attacker = browser()
    const callback = await comeBack(attacker, newIdentity())
    const victim = browser()
    await victim.get(START)

    const forced = await victim.get(callback)

    expect(forced.status).toBe(401)
    expect(victim.cookie('svc_refresh')).toBeUndefined()
    expect((await attacker.get(callback)).status).toBe(302)
  })

  test('is gone once, whether it led anywhere or not', async () => {
    const tab = browser()
    const callback = await comeBack(tab, newIdentity())

    const answers = await Promise.all([tab.get(callback), tab.get(callback), tab.get(callback)])

    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 401, 401])
  })

  test('is closed after ten minutes, and for a state that was never given out', async () => {
    const tab = browser()
    const callback = await comeBack(tab, newIdentity())
    await service.running.admin.query(`update oidc_attempt set expires_at = expires_at - interval '10 minutes'`)

    const late = await tab.get(callback)
    const forged = await tab.get(callback.replace(/state=[^&]+/, 'state=guessed'))
    const bare = await tab.get(`${BASE}/api/auth/oidc/acme/callback`)

    expect([late.status, forged.status, bare.status]).toEqual([401, 401, 401])
  })

  test('with a code of another person fails at the provider: the code belongs to the verifier', async () => {
    const [attacker, victim] = [browser(), browser()]
    const stolen = new URL(await comeBack(victim, newIdentity())).searchParams.get('code') ?? ''
    const callback = await comeBack(attacker, newIdentity())

    const injected = await attacker.get(callback.replace(/code=[^&]+/, `code=${stolen}`))

    expect(injected.status).toBe(401)
    expect(attacker.cookie('svc_refresh')).toBeUndefined()
  })

  test('of a person who cancelled says so', async () => {
    const tab = browser()

    const cancelled = await tab.get(await comeBack(tab, null))

    expect(cancelled.status).toBe(401)
    expect(cancelled.text).toContain('could not be completed')
  })

  test.each([
    '//evil.test',
    'https://evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/.//evil.test',
    'javascript:alert(1)',
    '',
  ])('never leads to another site: %j', async (returnTo) => {
    const { status, location } = await logIn(newIdentity(), browser(), returnTo)

    expect({ status, location }).toEqual({ status: 302, location: '/signed-in' })
  })
})

describe('a provider', () => {
  test('that is not configured is not found', async () => {
    expect(await service.as(null)('GET', '/api/auth/oidc/unknown/start')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await service.as(null)('GET', '/api/auth/oidc/unknown/callback?code=1&state=2')).toMatchObject({
      status: 404,
    })
  })

  test.each([
    ['gone', 'fetch failed'],
    ['open-air', 'only requests to HTTPS are allowed'],
  ])('that cannot be reached, or only without TLS, is an upstream error: %s', async (name, reason) => {
    const problem = await service.as(null)('GET', `/api/auth/oidc/${name}/start`)
    const page = await browser().get(`${BASE}/api/auth/oidc/${name}/start`)

    expect(problem).toMatchObject({ status: 502, body: { code: 'upstream_error' } })
    expect(page).toMatchObject({ status: 502, text: expect.stringContaining('does not answer') })
    expect(service.running.logged()).toContain(reason)
  })
})
