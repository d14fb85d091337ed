import { expect, test } from 'vitest'
import { answer, breakOff, hangUp, problem, startMoodyServer } from '../test/moody-server.ts'
import { createClient } from './client.ts'
import { BinderyProblem, BinderyUnreachable } from './problem.ts'
import { delayBeforeRepeat } from './repeat.ts'

const server = startMoodyServer()

const newClient = (more: object = {}) => createClient({ url: server.url(), token: 'svc_pat_test', retries: 2, ...more })
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)
const workbook = { body: { title: 'Ledger' } }

test.each([
  ['a broken connection', hangUp],
  ['an answer that breaks off', breakOff],
  ['a service that is busy', problem(503, 'unavailable')],
  ['too many requests', problem(429, 'rate_limited', { 'retry-after': '0' })],
  ['a proxy that lost the service', answer(502)],
])('after %s a request is sent again with the same Idempotency-Key and body', async (_, mood) => {
  server.will(mood, answer(201, { workbook_id: 'wb_1' }))

  const made = await newClient().api.createWorkbook(workbook)

  const [first, second] = server.seen()
  expect(made).toEqual({ workbook_id: 'wb_1' })
  expect(server.seen().length).toBe(2)
  expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(second?.body).toBe(first?.body)
})

test('two calls have two keys, and a key that the caller names is used as it is', async () => {
  server.will(answer(201, {}))
  const { api } = newClient()

  await api.createWorkbook(workbook)
  await api.createWorkbook(workbook)
  await api.createWorkbook({ ...workbook, idempotencyKey: 'mine' })

  const keys = server.seen().map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('mine')
})

test.each(['version_conflict', 'idempotency_in_progress'])('a 409 is never repeated (%s)', async (code) => {
  server.will(problem(409, code, { 'retry-after': '0' }))

  const refused = await caught(newClient().api.createWorkbook(workbook))

  expect(refused).toMatchObject({ code, status: 409 })
  expect(server.seen().length).toBe(1)
})

test('neither a mistake nor a query that took too long is sent again', async () => {
  for (const mood of [
    problem(422, 'validation_error'),
    problem(501, 'python_disabled'),
    problem(504, 'query_timeout'),
  ]) {
    server.will(mood)

    await caught(newClient().api.runQuery({ workbook_id: 'wb_1', body: { sql: 'SELECT 1' } }))

    expect(server.seen().length).toBe(1)
  }
})

test('a login is sent once whatever happens, for it bears no key', async () => {
  server.will(hangUp)

  const failure = await caught(newClient().api.login({ body: { email: 'a@example.org', password: 'x' } }))

  expect(failure).toBeInstanceOf(BinderyUnreachable)
  expect(server.seen().length).toBe(1)
})

test('reads are sent again without a key, and fail in the end with the last answer', async () => {
  server.will(problem(503, 'unavailable'))
  const reports: number[] = []

  const failure = await caught(newClient({ onRetry: ({ attempt }: { attempt: number }) => reports.push(attempt) }).me())

  expect(failure).toMatchObject({ code: 'unavailable' })
  expect(server.seen().map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, undefined])
  expect(reports).toEqual([1, 2])
})

test('an abort takes effect at once, while asking and while waiting', async () => {
  server.will(problem(503, 'unavailable', { 'retry-after': '30' }))
  const leaving = new AbortController()
  const client = newClient({ onRetry: () => leaving.abort(new Error('gone')) })

  const failure = await caught(client.me({ signal: leaving.signal }))
  const neverAsked = await caught(client.me({ signal: AbortSignal.abort(new Error('gone before')) }))

  expect([failure, neverAsked]).toMatchObject([{ message: 'gone' }, { message: 'gone before' }])
  expect(server.seen().length).toBe(1)
})

test('an answer that does not come in time counts as none', async () => {
  server.will(() => undefined)

  const failure = await caught(newClient({ timeoutMs: 50, retries: 0 }).me())

  expect(failure).toBeInstanceOf(BinderyUnreachable)
})

test('a redirect is not followed: the credential goes to no other host', async () => {
  server.will(answer(302, {}, { location: 'http://127.0.0.1:1/' }))

  const failure = await caught(newClient().me())

  expect(failure).toMatchObject({ code: 'unexpected_response', status: 302 })
})

test('a new token may be given for each attempt', async () => {
  server.will(problem(503, 'unavailable'), answer(200))
  let count = 0

  await newClient({ token: async () => `token-${++count}` }).me()

  expect(server.seen().map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
})

test('waits grow, are spread, heed Retry-After, and are given up where that asks for more than a minute', () => {
  const busy = (retryAfterMs: number | null) =>
    new BinderyProblem({ status: 503, title: 'busy', code: 'unavailable' }, { url: '', retryAfterMs })
  const delays = (attempt: number) =>
    Array.from({ length: 200 }, () => delayBeforeRepeat(busy(null), 'safe', attempt) ?? Number.NaN)

  expect(Math.min(...delays(0))).toBeGreaterThanOrEqual(125)
  expect(Math.max(...delays(0))).toBeLessThanOrEqual(250)
  expect(Math.max(...delays(9))).toBeLessThanOrEqual(8_000)
  expect(new Set(delays(3)).size).toBeGreaterThan(100)
  expect(delayBeforeRepeat(busy(20_000), 'safe', 0)).toBe(20_000)
  expect(delayBeforeRepeat(busy(61_000), 'safe', 0)).toBeNull()
})
