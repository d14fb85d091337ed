import { setTimeout as pause } from 'node:timers/promises'
import { parseSetCookie } from 'cookie'
import { describe, expect, test } from 'vitest'
import type { Called } from '../../../test/client.ts'
import { startService } from '../../../test/service.ts'
import { networkOf } from '../../platform/network.ts'

const service = startService({ apiNodes: 2 })
const closed = startService({ settings: { registrationOpen: false } })
const crowded = startService()

const stranger = (node = 0) => service.as(null, node)
const login = (email: string, password: string, node = 0) =>
  stranger(node)('POST', '/api/auth/login', { email, password })
const newAddress = () => `${crypto.randomUUID()}@example.org`

const PASSWORD = 'correct horse battery'

const statuses = (answers: Called[]) => answers.map(({ status }) => status).toSorted()
const count = (answers: Called[], status: number) => answers.filter((answer) => answer.status === status).length

/** What the browser has to keep. */
const cookieOf = ({ headers }: Called) =>
  headers
    .getSetCookie()
    .map((line) => parseSetCookie(line))
    .find(({ name }) => name === 'svc_refresh')

describe('registration', () => {
  test('a new user is logged in, with the same answer as a login', async () => {
    const email = newAddress()

    const registered = await stranger()('POST', '/api/auth/register', { email, password: PASSWORD, name: 'Aiko' })

    expect(registered).toMatchObject({
      status: 201,
      body: { token_type: 'Bearer', expires_in: 900, user: { email, name: 'Aiko' } },
    })
    expect(registered.body.user.user_id).toMatch(/^usr_[0-9A-Z]{26}$/)
    expect(cookieOf(registered)?.value).toBe(registered.body.refresh_token)
    expect((await service.as(registered.body.access_token)('GET', '/api/v1/me/tokens')).status).toBe(200)
  })

  test('an address belongs to one user, however it is written', async () => {
    const email = newAddress()
    await stranger()('POST', '/api/auth/register', { email, password: PASSWORD, name: 'Aiko' })

    const again = await stranger()('POST', '/api/auth/register', {
      email: ` ${email.toUpperCase()}`.trim(),
      password: PASSWORD,
      name: 'Ben',
    })

    expect(again).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect(JSON.stringify(again.body)).not.toContain('Aiko')
  })

  test.each([
    ['a password of 11 characters', { password: 'elevenchars' }],
    ['a password of 201 characters', { password: 'x'.repeat(201) }],
    ['an address without @', { email: 'no-at-sign' }],
    ['an address with a NUL', { email: 'a\u0000@example.org' }],
    ['a name of blanks', { name: '   ' }],
    ['a name with a NUL', { name: 'a\u0000b' }],
  ])('%s is refused', async (_, wrong) => {
    const answer = await stranger()('POST', '/api/auth/register', {
      email: newAddress(),
      password: PASSWORD,
      name: 'Aiko',
      ...wrong,
    })

    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_error' } })
  })

  test('on a closed instance the first user may register and no one after, even if all come at once', async () => {
    const register = () =>
      closed.as(null)('POST', '/api/auth/register', { email: newAddress(), password: PASSWORD, name: 'Aiko' })

    const answers = await Promise.all([register(), register(), register(), register()])
    const later = await register()

    expect(statuses(answers)).toEqual([201, 403, 403, 403])
    expect(later).toMatchObject({ status: 403, body: { code: 'registration_closed' } })
  })

  test('no one can collect a list of taken addresses: after ten of them everyone there has to wait', async () => {
    const register = (email: string) =>
      crowded.as(null)('POST', '/api/auth/register', { email, password: PASSWORD, name: 'Aiko' })
    const { email } = await crowded.newPerson()

    const answers = await Promise.all(Array.from({ length: 12 }, () => register(email)))
    const fresh = await register(newAddress())

    expect(count(answers, 409)).toBe(10)
    expect(count(answers, 429)).toBe(2)
    expect(fresh).toMatchObject({ status: 429, body: { code: 'too_many_logins' } })
  })
})

describe('login', () => {
  test('tells who logged in and gives the browser a cookie that scripts and other sites cannot use', async () => {
    const person = await service.newPerson('Aiko')

    const answer = await login(person.email, person.password)

    expect(answer).toMatchObject({
      status: 200,
      body: {
        token_type: 'Bearer',
        expires_in: 900,
        user: { user_id: person.userId, email: person.email, name: 'Aiko' },
      },
    })
    expect(cookieOf(answer)).toMatchObject({
      value: answer.body.refresh_token,
      httpOnly: true,
      secure: true,
      sameSite: 'lax',
      path: '/api/auth',
      maxAge: 2_592_000,
    })
    expect(answer.body.refresh_token).toMatch(/^[\w-]{43}$/)
  })

  test('the address may be written in any case, the password in any composition', async () => {
    const email = newAddress()
    await stranger()('POST', '/api/auth/register', { email, password: 'パスワードはひみつです。', name: 'Aiko' })

    const answer = await login(email.toUpperCase(), 'パスワードはひみつです。'.normalize('NFD'))

    expect(answer.status).toBe(200)
  })

  test('an unknown address and a wrong password get the same answer', async () => {
    const person = await service.newPerson()

    const [wrong, unknown] = [
      await login(person.email, 'not the password'),
      await login(newAddress(), 'not the password'),
    ]

    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' })
  })

  test('an unknown address takes as long as a wrong password', async () => {
    const person = await service.newPerson()
    const timed = async (email: string) => {
      const started = performance.now()
      await login(email, 'not the password')
      return performance.now() - started
    }
    await timed(newAddress())

    const wrong: number[] = []
    const unknown: number[] = []
    for (let n = 0; n < 9; n++) {
      wrong.push(await timed(person.email))
      unknown.push(await timed(newAddress()))
    }

    const median = (times: number[]) => times.toSorted((a, b) => a - b)[4] ?? 0
    expect(median(unknown) / median(wrong)).toBeGreaterThan(0.5)
    expect(median(unknown) / median(wrong)).toBeLessThan(2)
  })

  test('of twenty wrong passwords at once on two nodes ten are answered; then even the right one has to wait', async () => {
    const person = await service.newPerson()

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => login(person.email, `not the password ${n}`, n % 2)),
    )
    const right = await login(person.email, person.password)
    const other = await service.newPerson()

    expect(count(answers, 401)).toBe(10)
    expect(count(answers, 429)).toBe(10)
    expect(right).toMatchObject({ status: 429, body: { code: 'too_many_logins' } })
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect((await login(other.email, other.password)).status).toBe(200)
  })

  test('an unknown address is refused after ten failures just the same', async () => {
    const email = newAddress()

    const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, 'not the password')))

    expect(count(answers, 401)).toBe(10)
    expect(count(answers, 429)).toBe(2)
  })

  test('a success clears the failures before it', async () => {
    const person = await service.newPerson()
    const failNineTimes = () => Promise.all(Array.from({ length: 9 }, () => login(person.email, 'not the password')))

    await failNineTimes()
    const first = await login(person.email, person.password)
    await failNineTimes()
    const second = await login(person.email, person.password)

    expect([first.status, second.status]).toEqual([200, 200])
  })

  test('a right password that was sent along with the tenth failure has to wait as well', async () => {
    const person = await service.newPerson()
    await Promise.all(Array.from({ length: 9 }, () => login(person.email, 'not the password')))
    const tenth = await service.running.admin.connect()
    await tenth.query('begin')
    await tenth.query('update attempt set tries = 10 where tries = 9')

    const underWay = login(person.email, person.password)
    await pause(500)
    await tenth.query('commit')
    tenth.release()

    expect((await underWay).status).toBe(429)
  })

  test('after 15 minutes the failures are forgotten', async () => {
    const person = await service.newPerson()
    await Promise.all(Array.from({ length: 11 }, () => login(person.email, 'not the password')))

    await service.running.admin.query(`update attempt set window_started = window_started - interval '15 minutes'`)

    expect((await login(person.email, person.password)).status).toBe(200)
  })

  test('many right logins at once all succeed', async () => {
    const person = await service.newPerson()

    const answers = await Promise.all(Array.from({ length: 15 }, () => login(person.email, person.password)))

    expect(count(answers, 200)).toBe(15)
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('failures from %s are counted for %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})
