import { describe, expect, test } from 'vitest'
import { newBrowser } from '../../../../test/browser.ts'
import { startService } from '../../../../test/service.ts'

const acme = { name: 'acme', issuer: 'http://127.0.0.1:9', clientId: 'bindery', clientSecret: null }
const service = startService({ settings: { oidcProviders: [acme] } })
const closed = startService({ settings: { registrationOpen: false } })

const BASE = 'http://bindery.test'
const PASSWORD = 'correct horse battery'

const browser = () => newBrowser({ [BASE]: service.url() })

describe('the login page', () => {
  test('offers the identity providers, with the way back', async () => {
    const { text } = await browser().get(`${BASE}/login?return_to=/device`)

    expect(text).toContain('href="/api/auth/oidc/acme/start?return_to=%2Fdevice"')
  })

  test('lets a user in and sends them where they wanted to go, with the cookie', async () => {
    const person = await service.newPerson()
    const tab = browser()

    const entered = await tab.post(`${BASE}/api/auth/forms/login`, {
      email: person.email,
      password: person.password,
      return_to: '/device?user_code=BCDF-GHJK',
    })

    expect(entered).toMatchObject({ status: 303, location: '/device?user_code=BCDF-GHJK' })
    const [ticket, mark] = entered.headers.getSetCookie()
    expect(ticket).toMatch(/^svc_refresh=[\w-]{43}; Max-Age=2592000; Path=\/api\/auth; HttpOnly; Secure; SameSite=Lax$/)
    expect(mark).toBe('svc_signed_in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax')
    expect((await tab.get(`${BASE}/device?user_code=BCDF-GHJK`)).text).toContain('value="BCDF-GHJK"')
  })

  test('comes back after a wrong password, with the address and the way back, without the password', async () => {
    const person = await service.newPerson()
    const fields = { email: person.email, password: 'not the password', return_to: '/device' }

    const { status, text, headers } = await browser().post(`${BASE}/api/auth/forms/login`, fields)

    expect(status).toBe(401)
    expect(text).toContain('E-mail and password do not match.')
    expect(text).toContain(`value="${person.email}"`)
    expect(text).toContain('name="return_to" value="/device"')
    expect(text).not.toContain('not the password')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('asks a client that tried too often to wait', async () => {
    const person = await service.newPerson()
    const tab = browser()
    const attempt = (password: string) => tab.post(`${BASE}/api/auth/forms/login`, { email: person.email, password })
    await Promise.all(Array.from({ length: 10 }, () => attempt('not the password')))

    const { status, text, headers } = await attempt(person.password)

    expect(status).toBe(429)
    expect(text).toContain('Too many attempts')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('logs no one in on behalf of another site', async () => {
    const person = await service.newPerson()
    const tab = browser()
    const fields = { email: person.email, password: person.password }

    const forged = [
      await tab.post(`${BASE}/api/auth/forms/login`, fields, { origin: 'http://evil.test' }),
      await tab.post(`${BASE}/api/auth/forms/login`, fields, {}),
    ]

    expect(forged.map(({ status }) => status)).toEqual([403, 403])
    expect(tab.cookie('svc_refresh')).toBeUndefined()
    expect(
      (await tab.post(`${BASE}/api/auth/forms/login`, fields, { 'sec-fetch-site': 'same-origin', origin: 'null' }))
        .status,
    ).toBe(303)
  })

  test('asks for an address when a form comes without one', async () => {
    const { status, text } = await browser().post(`${BASE}/api/auth/forms/login`, {})

    expect(status).toBe(422)
    expect(text).toContain('This is not an e-mail address.')
  })
})

describe('the register page', () => {
  test('makes a user and logs them in', async () => {
    const tab = browser()
    const email = `${crypto.randomUUID()}@example.org`

    const entered = await tab.follow(
      await tab.post(`${BASE}/api/auth/forms/register`, { name: '愛子', email, password: PASSWORD }),
    )

    expect(entered.text).toContain('You are signed in')
    expect(await service.as(null)('POST', '/api/auth/login', { email, password: PASSWORD })).toMatchObject({
      status: 200,
      body: { user: { name: '愛子' } },
    })
  })

  test.each([
    ['a short password', { password: 'too short' }, 422, 'A password has 12 to 200 characters.'],
    ['no name', { name: ' ' }, 422, 'Enter a name'],
    ['no address', { email: 'no-at-sign' }, 422, 'This is not an e-mail address.'],
  ])('comes back for %s and keeps the rest', async (_, wrong, expected, message) => {
    const fields = { name: 'Aiko', email: `${crypto.randomUUID()}@example.org`, password: PASSWORD, ...wrong }

    const { status, text } = await browser().post(`${BASE}/api/auth/forms/register`, fields)

    expect(status).toBe(expected)
    expect(text).toContain(message)
    expect(text).toContain(`value="${fields.email}"`)
    expect(text).not.toContain(PASSWORD)
  })

  test('comes back for an address that is taken', async () => {
    const person = await service.newPerson()

    const { status, text } = await browser().post(`${BASE}/api/auth/forms/register`, {
      name: 'Ben',
      email: person.email,
      password: PASSWORD,
    })

    expect(status).toBe(409)
    expect(text).toContain('cannot be registered')
  })

  test('is closed where registration is, and not offered on the login page; the first user finds it open', async () => {
    const tab = newBrowser({ [BASE]: closed.url() })
    const offer = async () => (await tab.get(`${BASE}/login`)).text.includes('href="/register"')
    const before = [await offer(), (await tab.get(`${BASE}/register`)).status]

    await closed.newPerson()
    const after = [await offer(), (await tab.get(`${BASE}/register`)).status]
    const forced = await tab.post(`${BASE}/api/auth/forms/register`, {
      name: 'Ben',
      email: 'ben@example.org',
      password: PASSWORD,
    })

    expect(before).toEqual([true, 200])
    expect(after).toEqual([false, 403])
    expect(forced.status).toBe(403)
    expect(forced.text).toContain('New accounts are not open here')
  })
})

test('a form is understood by the endpoints for forms alone', async () => {
  const person = await service.newPerson()

  const posted = await browser().post(`${BASE}/api/auth/login`, { email: person.email, password: person.password })

  expect(posted.status).toBe(415)
})
