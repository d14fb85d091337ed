import { describe, expect, test } from 'vitest'
import { readSettings } from '../src/main/config/config.ts'
import { personalWorkspace } from './control-plane.ts'
import { startService } from './service.ts'

const { ceilings: standard } = readSettings({ DATABASE_URL: 'postgres://nowhere' })
const few = (changes: Partial<typeof standard>) => ({ ceilings: { ...standard, ...changes } })
const PASSWORD = 'correct horse battery'

const newAddress = () => `${crypto.randomUUID()}@example.org`
const REFUSED = { status: 429, body: { code: 'too_many_logins', retry_after: expect.any(Number) } }

describe('from one network', () => {
  const service = startService({
    apiNodes: 2,
    settings: {
      ...few({ loginsPerNetwork: 25, registrationsPerNetwork: 8, resetsPerNetwork: 5, devicesPerNetwork: 5 }),
      trustedProxies: 1,
    },
  })
  const from =
    (ip: string, node = 0) =>
    (path: string, body: object) =>
      service.as(null, node)('POST', path, body, { 'x-forwarded-for': ip })
  const times = async (n: number, act: (n: number) => Promise<{ status: number }>) => {
    const statuses: number[] = []
    for (let i = 0; i < n; i++) statuses.push((await act(i)).status)
    return statuses
  }

  test('logins are counted over all addresses and nodes, and right ones too; another network is not touched', async () => {
    const person = await service.newPerson()
    const right = { email: person.email, password: person.password }
    const login = (n: number) => from('203.0.113.1', n % 2)('/api/auth/login', n === 3 ? right : wrong())
    const wrong = () => ({ email: newAddress(), password: 'no such thing at all' })

    const statuses = await times(25, login)
    const refused = await from('203.0.113.1')('/api/auth/login', right)

    expect(statuses.filter((status) => status === 401)).toHaveLength(24)
    expect(statuses[3]).toBe(200)
    expect(refused).toMatchObject(REFUSED)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('203.0.113.2')('/api/auth/login', right)).status).toBe(200)
  })

  test('registrations are counted, over the whole /64 of an IPv6 address', async () => {
    const register = (ip: string) =>
      from(ip)('/api/auth/register', { email: newAddress(), password: PASSWORD, name: 'Aiko' })

    const statuses = await times(8, (n) => register(`2001:db8:1:2::${n + 1}`))
    const refused = await register('2001:db8:1:2:ffff::1')

    expect(new Set(statuses)).toEqual(new Set([201]))
    expect(refused).toMatchObject(REFUSED)
    expect((await register('2001:db8:1:3::1')).status).toBe(201)
  })

  test('password links, unknown reset links and unknown device codes are counted', async () => {
    const ask = from('203.0.113.3')
    const tries = [
      ['/api/auth/password/forgot', () => ({ email: newAddress() })],
      ['/api/auth/password/reset', () => ({ token: newAddress(), password: PASSWORD })],
      ['/api/auth/device', () => ({})],
      ['/api/auth/device/token', () => ({ device_code: newAddress() })],
    ] as const

    for (const [path, body] of tries) {
      const statuses = await times(5, () => ask(path, body()))
      expect(statuses).not.toContain(429)
      expect(await ask(path, body())).toMatchObject(REFUSED)
    }
  })
})

describe('of one account', () => {
  const service = startService({
    settings: { ...few({ failuresPerAddress: 12, invitationsPerAccount: 3 }), trustedProxies: 1 },
  })

  test('wrong passwords are counted over all networks, for an unknown address just the same', async () => {
    const person = await service.newPerson()
    const guess = (email: string, n: number) =>
      service.as(null)(
        'POST',
        '/api/auth/login',
        { email, password: 'no such thing at all' },
        {
          'x-forwarded-for': `203.0.113.${n}`,
        },
      )

    for (const email of [person.email, newAddress()]) {
      for (let n = 1; n <= 12; n++) expect((await guess(email, n)).status).toBe(401)
      expect(await guess(email, 13)).toMatchObject(REFUSED)
    }
  })

  test('invitations are counted', async () => {
    const person = await service.newPerson()
    const path = `/api/control/workspaces/${await personalWorkspace(person)}/invitations`
    const invite = () => person.call('POST', path, { email: newAddress(), base_role: 'viewer' })

    const statuses = [await invite(), await invite(), await invite()].map(({ status }) => status)

    expect(statuses).toEqual([201, 201, 201])
    expect(await invite()).toMatchObject(REFUSED)
  })

  test('all sessions share one rate limit: another login brings no more requests', async () => {
    const person = await service.newPerson()
    const { body } = await service.as(null)('POST', '/api/auth/login', {
      email: person.email,
      password: person.password,
    })
    const second = service.as(body.access_token)

    const before = await person.call('GET', '/api/v1/me')
    const after = await second('GET', '/api/v1/me')

    const left = (answer: { headers: Headers }) => Number(answer.headers.get('ratelimit-remaining'))
    expect(left(after)).toBeLessThan(left(before))
  })
})
