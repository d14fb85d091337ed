import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { Called } from '../../../test/client.ts'
import { startService } from '../../../test/service.ts'
import { endpoint } from './endpoint.ts'

/** Requests that hang until the test lets them go. */
let gate = Promise.withResolvers<void>()
let waiting = 0

const hang = endpoint({
  method: 'GET',
  path: '/api/v1/hang',
  operation: 'hang',
  summary: 'Waits until the test says so',
  scope: 'any',
  status: 204,
  handle: async () => {
    waiting += 1
    await gate.promise
  },
})

const ME = '/api/v1/me'
const quota = ({ headers }: Called) => [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]

describe('a credential', () => {
  const service = startService({ extraEndpoints: [hang] })

  test('sees its rate count down, and is refused when it is used up, alone', async () => {
    const person = await service.newPerson()
    const slow = service.as(await service.newToken(person, { rate_limit_per_minute: 3 }))
    const other = service.as(await service.newToken(person, { rate_limit_per_minute: 3 }))

    const answers = [await slow('GET', ME), await slow('GET', ME), await slow('GET', ME)]
    const refused = await slow('GET', ME)

    expect(answers.map(quota)).toEqual([
      ['3', '2'],
      ['3', '1'],
      ['3', '0'],
    ])
    expect(Number(answers[2]?.headers.get('ratelimit-reset'))).toBeGreaterThan(50)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retry_after: expect.any(Number) } })
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retry_after))
    expect(quota(refused)).toEqual(['3', '0'])
    expect((await other('GET', ME)).status).toBe(200)
  })

  test('may have twenty requests under way, not one more, until one is over', async () => {
    const person = await service.newPerson()
    const call = service.as(await service.newToken(person))
    waiting = 0
    const running = Array.from({ length: 20 }, () => call('GET', '/api/v1/hang'))
    await expect.poll(() => waiting).toBe(20)

    const refused = await call('GET', ME)
    const bySession = await person.call('GET', ME)
    gate.resolve()
    await Promise.all(running)
    gate = Promise.withResolvers<void>()
    const later = await call('GET', ME)

    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retry_after: 1 } })
    expect([bySession.status, later.status]).toEqual([200, 200])
  })

  test('gets back the slots of clients that went away, whenever they did', async () => {
    const token = await service.newToken(await service.newPerson())
    for (let n = 0; n < 60; n++) await askAndLeave(service.url(), token, n % 6)

    await expect.poll(async () => (await service.as(token)('GET', ME)).status, { timeout: 5_000 }).toBe(200)
    waiting = 0
    const running = Array.from({ length: 20 }, () => service.as(token)('GET', '/api/v1/hang'))
    await expect.poll(() => waiting).toBe(20)
    gate.resolve()
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(20).fill(204))
  })

  test('that is unknown is looked up slowly, per address; known ones do not pay for it', async () => {
    const person = await service.newPerson()
    const guesses = await Promise.all(Array.from({ length: 450 }, (_, n) => service.as(`guess-${n}`)('GET', ME)))

    const statuses = new Map<number, number>()
    for (const { status } of guesses) statuses.set(status, (statuses.get(status) ?? 0) + 1)

    expect(statuses.get(401)).toBeGreaterThanOrEqual(300)
    // Five more are let through each second; sending all of them takes a few.
    expect(statuses.get(429)).toBeGreaterThanOrEqual(50)
    expect((await person.call('GET', ME)).status).toBe(200)
  })
})

describe('two nodes with Redis', () => {
  const service = startService({ apiNodes: 2, redis: true })

  test('share one limit', async () => {
    const token = await service.newToken(await service.newPerson(), { rate_limit_per_minute: 6 })

    const answers: Called[] = []
    for (let n = 0; n < 8; n++) answers.push(await service.as(token, n % 2)('GET', ME))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    expect(answers.map((answer) => quota(answer)[1])).toEqual(['5', '4', '3', '2', '1', '0', '0', '0'])
  })
})

/** Sends a request and is gone some milliseconds later, mostly before its answer. */
async function askAndLeave(url: string, token: string, afterMs: number) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`GET ${ME} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await pause(afterMs)
  socket.destroy()
}

describe('an account', () => {
  const bodies: (() => void)[] = []
  const keep = endpoint({
    method: 'POST',
    path: '/api/v1/keep',
    operation: 'keepBody',
    summary: 'Answers when the test says so',
    scope: 'any',
    maxBodyBytes: 32 * 1024 * 1024,
    status: 204,
    body: Type.Object({ text: Type.String() }),
    handle: () => new Promise<void>((done) => bodies.push(done)),
  })
  const service = startService({ extraEndpoints: [keep] })
  const large = { text: 'x'.repeat(30 * 1024 * 1024) }

  test('holds so much in large bodies on a node, and others have room beside it', async () => {
    const [person, other] = [await service.newPerson(), await service.newPerson()]
    const running = [person, person].map(({ call }) => call('POST', '/api/v1/keep', large))
    await expect.poll(() => bodies.length, { timeout: 10_000 }).toBe(2)

    const refused = await person.call('POST', '/api/v1/keep', large)
    const small = person.call('POST', '/api/v1/keep', { text: 'x' })
    const others = other.call('POST', '/api/v1/keep', large)
    await expect.poll(() => bodies.length, { timeout: 10_000 }).toBe(4)
    for (const done of bodies.splice(0)) done()
    await Promise.all([...running, small, others])
    const later = person.call('POST', '/api/v1/keep', large)
    await expect.poll(() => bodies.length, { timeout: 10_000 }).toBe(1)
    bodies[0]?.()

    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', title: 'Too many bytes at once' } })
    expect(await Promise.all([small, others, later].map(async (answer) => (await answer).status))).toEqual([
      204, 204, 204,
    ])
  })
})
