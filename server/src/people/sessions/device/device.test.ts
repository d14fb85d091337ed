import { expect, test } from 'vitest'
import { type Browser, newBrowser } from '../../../../test/browser.ts'
import type { Person } from '../../../../test/person.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const BASE = 'http://bindery.test'
const stranger = () => service.as(null)

type Device = { device_code: string; user_code: string }

async function newDevice(clientName = 'Nightly import'): Promise<Device> {
  const { body } = await stranger()('POST', '/api/auth/device', { client_name: clientName })
  return body
}

const poll = ({ device_code }: Device) => stranger()('POST', '/api/auth/device/token', { device_code })

const browser = () => newBrowser({ [BASE]: service.url() })

async function loggedIn(person: Person): Promise<Browser> {
  const tab = browser()
  await tab.post(`${BASE}/api/auth/forms/login`, { email: person.email, password: person.password })
  return tab
}

const decide = (tab: Browser, { user_code }: Device, answer: 'allow' | 'deny') =>
  tab.post(`${BASE}/api/auth/forms/consent`, { user_code, answer })

/** As if the program had waited. */
const wait = (seconds: number) =>
  service.running.admin.query('update device_grant set last_polled_at = last_polled_at - make_interval(secs => $1)', [
    seconds,
  ])

test('a program gets two codes: a long one to keep and a short one to show', async () => {
  const { status, body } = await stranger()('POST', '/api/auth/device', { client_name: 'Nightly import' })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    verification_uri: `${BASE}/device`,
    verification_uri_complete: `${BASE}/device?user_code=${body.user_code}`,
    expires_in: 600,
    interval: 5,
  })
  expect(body.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(body.device_code).toMatch(/^[\w-]{43}$/)
})

test('a person without a session types the code, signs in, allows the program, and it is in as that person', async () => {
  const person = await service.newPerson()
  const device = await newDevice()
  const tab = browser()

  const pending = await poll(device)
  const login = await tab.post(`${BASE}/api/auth/forms/device`, {
    user_code: device.user_code.toLowerCase().replace('-', ' '),
  })
  const consent = `/api/auth/device/consent?user_code=${device.user_code}`
  const entered = await tab.post(`${BASE}/api/auth/forms/login`, {
    email: person.email,
    password: person.password,
    return_to: consent,
  })
  const asked = await tab.follow(entered)
  const allowed = await tab.follow(await decide(tab, device, 'allow'))
  const tokens = await poll(device)

  expect(pending).toMatchObject({
    status: 400,
    body: { code: 'authorization_pending', error: 'authorization_pending' },
  })
  expect(login).toMatchObject({ status: 303, location: `/login?return_to=${encodeURIComponent(consent)}` })
  expect(entered).toMatchObject({ status: 303, location: consent })
  expect(asked.status).toBe(200)
  expect(asked.text).toContain(
    `<bdi>Nightly import</bdi></strong> wants to sign in as <strong>${person.email}</strong>.`,
  )
  expect(asked.text).toContain(device.user_code)
  expect(allowed.text).toContain('The program is connected')
  expect(tokens).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 900, user: { user_id: person.userId } },
  })
  expect(tokens.headers.get('set-cookie')).toBeNull()
  expect((await service.as(tokens.body.access_token)('GET', '/api/v1/me/tokens')).status).toBe(200)
  expect((await stranger()('POST', '/api/auth/refresh', { refresh_token: tokens.body.refresh_token })).status).toBe(200)
})

test('a device code is exchanged once, however many ask at the same time', async () => {
  const tab = await loggedIn(await service.newPerson())
  const device = await newDevice()
  await decide(tab, device, 'allow')

  const answers = await Promise.all(Array.from({ length: 6 }, () => poll(device)))
  const later = await poll(device)

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'expired_token')).toHaveLength(5)
  expect(later).toMatchObject({ status: 400, body: { code: 'expired_token' } })
})

test('a program that was sent away learns so', async () => {
  const tab = await loggedIn(await service.newPerson())
  const device = await newDevice()

  const denied = await tab.follow(await decide(tab, device, 'deny'))

  expect(denied.text).toContain('The sign-in was denied')
  expect(await poll(device)).toMatchObject({ status: 400, body: { code: 'access_denied' } })
  expect((await decide(tab, device, 'allow')).status).toBe(404)
})

test('a program that asks too often is slowed down by five seconds each time', async () => {
  const device = await newDevice()

  const answers = [await poll(device), await poll(device)]
  await wait(6)
  answers.push(await poll(device))
  await wait(16)
  answers.push(await poll(device))

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'authorization_pending'],
    [400, 'slow_down'],
    [400, 'slow_down'],
    [400, 'authorization_pending'],
  ])
})

test('after ten minutes both codes are good for nothing', async () => {
  const tab = await loggedIn(await service.newPerson())
  const device = await newDevice()
  await service.running.admin.query(`update device_grant set expires_at = expires_at - interval '10 minutes'`)

  const decided = await decide(tab, device, 'allow')

  expect(decided.status).toBe(404)
  expect(await poll(device)).toMatchObject({ status: 400, body: { code: 'expired_token' } })
  expect(await poll({ ...device, device_code: 'never given out' })).toMatchObject({
    status: 400,
    body: { code: 'expired_token' },
  })
})

test('codes cannot be guessed: after ten wrong ones even the right one has to wait', async () => {
  const tab = await loggedIn(await service.newPerson())
  const device = await newDevice()
  const type = (user_code: string) => tab.post(`${BASE}/api/auth/forms/device`, { user_code })

  const wrong = await Promise.all(Array.from({ length: 12 }, (_, n) => type(`BBBB-BBB${'CDFGHJKLMNPQ'.charAt(n)}`)))
  const right = await type(device.user_code)
  const straight = await tab.get(`${BASE}/api/auth/device/consent?user_code=${device.user_code}`)
  const allowed = await decide(tab, device, 'allow')

  expect(wrong.filter(({ status }) => status === 404)).toHaveLength(10)
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(2)
  expect([right.status, straight.status, allowed.status]).toEqual([429, 429, 429])
  expect(await poll(device)).toMatchObject({ body: { code: 'authorization_pending' } })
})

test('only a page of the service itself can allow a program', async () => {
  const tab = await loggedIn(await service.newPerson())
  const device = await newDevice()
  const forge = (headers: Record<string, string>) =>
    tab.post(`${BASE}/api/auth/forms/consent`, { user_code: device.user_code, answer: 'allow' }, headers)

  const forged = [
    await forge({ origin: 'http://evil.test' }),
    await forge({}),
    await forge({ 'sec-fetch-site': 'same-site' }),
  ]
  const strangers = await decide(browser(), device, 'allow')

  expect(forged.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(strangers).toMatchObject({ status: 303, location: expect.stringMatching(/^\/login\?return_to=/) })
  expect(await poll(device)).toMatchObject({ body: { code: 'authorization_pending' } })
})

test('a session that ended allows nothing, and an access token is no cookie', async () => {
  const person = await service.newPerson()
  const tab = await loggedIn(person)
  const device = await newDevice()
  await stranger()('POST', '/api/auth/logout', { refresh_token: tab.cookie('svc_refresh') })

  const decided = await decide(tab, device, 'allow')

  expect(decided).toMatchObject({ status: 303, location: expect.stringMatching(/^\/login/) })
  expect(await poll(device)).toMatchObject({ body: { code: 'authorization_pending' } })
})

test('looking at the consent page does not use up the session of the browser', async () => {
  const tab = await loggedIn(await service.newPerson())
  const device = await newDevice()
  const before = tab.cookie('svc_refresh')

  const seen = [1, 2, 3].map(() => tab.get(`${BASE}/api/auth/device/consent?user_code=${device.user_code}`))

  expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(tab.cookie('svc_refresh')).toBe(before)
  expect((await stranger()('POST', '/api/auth/refresh', { refresh_token: before })).status).toBe(200)
})

test.each([['\u202Egnp.exe'], ['a\u0000b'], ['  '], ['x'.repeat(121)]])(
  'a program cannot call itself %j',
  async (client_name) => {
    expect((await stranger()('POST', '/api/auth/device', { client_name })).status).toBe(422)
  },
)

test('neither code is stored as it is', async () => {
  const device = await newDevice('Secret keeper')

  const { rows } = await service.running.admin.query(
    `select string_agg(row_to_json(device_grant)::text, ' ') as everything from device_grant`,
  )

  expect(rows[0].everything).toContain('Secret keeper')
  expect(rows[0].everything).not.toContain(device.device_code)
  expect(rows[0].everything).not.toContain(device.user_code)
})

test('of two people who decide about one program at once, one decides, and it is in as that person or not at all', async () => {
  for (let n = 0; n < 4; n++) {
    const people = [await service.newPerson(), await service.newPerson()]
    const tabs = [await loggedIn(people[0] as Person), await loggedIn(people[1] as Person)]
    const device = await newDevice()

    const decided = await Promise.all(tabs.map((tab, at) => decide(tab, device, at === 0 ? 'allow' : 'deny')))

    const winner = decided.findIndex(({ location }) => location?.startsWith('/device/'))
    expect(decided.filter(({ location }) => location?.startsWith('/device/'))).toHaveLength(1)
    const { status, body } = await poll(device)
    if (winner === 0) expect([status, body.user?.user_id]).toEqual([200, people[0]?.userId])
    else expect([status, body.code]).toEqual([400, 'access_denied'])
  }
})

test('a program cannot put markup or a second line on the page that asks about it, and the page names the person', async () => {
  const person = await service.newPerson()
  const tab = await loggedIn(person)
  const device = await newDevice('<b>Bindery</b> support: <a href="//evil.test">click</a>')
  const start = (client_name: string) => stranger()('POST', '/api/auth/device', { client_name })
  const refused = [await start('A\nB'), await start('A\u202eB'), await start('A\u0000B'), await start('x'.repeat(121))]

  const { text, headers } = await tab.get(`${BASE}/api/auth/device/consent?user_code=${device.user_code}`)

  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(text).toContain('&lt;b&gt;Bindery')
  expect(text).not.toContain('href="//evil.test"')
  expect(text).toContain(person.email)
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
