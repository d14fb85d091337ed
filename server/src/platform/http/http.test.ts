import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { personalWorkspace } from '../../../test/control-plane.ts'
import type { Person } from '../../../test/person.ts'
import { startService } from '../../../test/service.ts'
import { endpoint } from './endpoint.ts'

const gate = { entered: Promise.withResolvers<void>(), leave: Promise.withResolvers<void>() }

const careless = endpoint({
  method: 'POST',
  path: '/api/v1/careless',
  operation: 'careless',
  summary: 'Answers more than its schema declares',
  scope: 'any',
  body: Type.Object({ name: Type.String(), owner: Type.Optional(Type.Object({ name: Type.String() })) }),
  status: 200,
  response: Type.Object({ name: Type.String(), owners: Type.Array(Type.Object({ name: Type.String() })) }),
  handle: async ({ body }) => ({ ...body, secret: 'hidden', owners: [{ name: 'Aiko', password_hash: 'hidden' }] }),
})

const failing = endpoint({
  method: 'POST',
  path: '/api/v1/failing/{ticket}',
  operation: 'failing',
  summary: 'Fails with what it was sent in its hands',
  scope: 'none',
  params: Type.Object({ ticket: Type.String() }),
  body: Type.Object({ password: Type.String() }),
  status: 200,
  handle: async ({ ctx, body }) => {
    await sql`select ${body.password}::integer`.execute(ctx.db)
  },
})

const slow = endpoint({
  method: 'GET',
  path: '/api/v1/slow',
  operation: 'slow',
  summary: 'Takes its time',
  scope: 'any',
  status: 204,
  handle: async () => {
    gate.entered.resolve()
    await gate.leave.promise
  },
})

const service = startService({ extraEndpoints: [careless, failing, slow] })
let person: Person
beforeAll(async () => {
  person = await service.newPerson()
})

test('a handler that answers more than its schema declares leaks nothing', async () => {
  const { status, body } = await person.call('POST', '/api/v1/careless', { name: 'x' })

  expect(status).toBe(200)
  expect(body).toEqual({ name: 'x', owners: [{ name: 'Aiko' }] })
})

describe('fields that were not asked for', () => {
  const careful = { prefer: 'handling=strict' }

  test('are ignored and named', async () => {
    const { status, headers } = await person.call('POST', '/api/v1/careless', {
      name: 'x',
      名前: 1,
      toString: 1,
      owner: { name: 'y', age: 3 },
    })

    expect(status).toBe(200)
    expect(headers.get('x-svc-ignored-fields')).toBe(`${encodeURIComponent('名前')}, toString, owner.age`)
  })

  test('are refused when the caller wants it strict, each where it stands', async () => {
    const { status, body } = await person.call(
      'POST',
      '/api/v1/careless',
      { name: 'x', 'a.b': 1, owner: { age: 3 } },
      careful,
    )

    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'unknown_field',
      errors: [{ loc: ['body', 'a.b'] }, { loc: ['body', 'owner', 'age'] }],
    })
  })

  test('make no answer that a client cannot take, however many and whatever they are called', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field ${n} ${'表'.repeat(20)}`, n]))

    const answers = [
      await person.call('POST', '/api/v1/careless', { name: 'x', ...many }),
      await person.call('POST', '/api/v1/careless', { name: 'x', ['表'.repeat(50_000)]: 1 }),
      await person.call('POST', '/api/v1/careless', { name: 'x', '\ud800': 1, 'line\nbreak': 2 }),
      await person.call('POST', '/api/v1/careless', { name: 'x', ...many }, careful),
      await person.call('POST', '/api/v1/careless', { name: 'x', ['表'.repeat(50_000)]: 1 }, careful),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 422, 422])
    expect(answers[0]?.headers.get('x-svc-ignored-fields')?.length).toBeGreaterThan(1_000)
    expect(answers[2]?.headers.get('x-svc-ignored-fields')).toBe(`${encodeURIComponent('\ufffd')}, line%0Abreak`)
  })
})

test('a body that is no object is named as such', async () => {
  for (const body of [null, [], 'x', 3]) {
    const answer = await person.call('POST', '/api/v1/careless', body)

    expect(answer, JSON.stringify(body)).toMatchObject({
      status: 422,
      body: { errors: [{ loc: ['body'], code: 'type' }] },
    })
  }
})

test('a token announces its expiry from 14 days before, a session never', async () => {
  const [soon, late] = [
    await service.newToken(person, { expires_in_days: 13 }),
    await service.newToken(person, { expires_in_days: 15 }),
  ]

  const expires = async (credential: string) =>
    (await service.as(credential)('GET', '/api/v1/me')).headers.get('x-svc-token-expires')

  expect(await expires(soon)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect([await expires(late), await expires(person.session)]).toEqual([null, null])
})

test('HEAD answers where GET does, without a body; other methods learn which ones do', async () => {
  const headers = { authorization: `Bearer ${person.session}` }
  const head = await fetch(`${service.url()}/api/v1/me`, { method: 'HEAD', headers })
  const wrong = await Promise.all(['OPTIONS', 'PUT', 'PROPFIND'].map((method) => person.call(method, '/api/v1/me')))

  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const { status, headers, body } of wrong) {
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, PATCH'])
  }
})

test('the log holds no credential, signature, password, body or name of the user’s', async () => {
  const secret = (n: number) => `hush-${n}-3b1946a1`
  const token = await service.newToken(person)
  const workspace = await personalWorkspace(person)
  const stranger = service.as(null)

  await service.as(token)('GET', `/api/v1/me?sig=${secret(1)}&token=${secret(2)}&q=${secret(3)}&%73ig=${secret(4)}`)
  await service.as(`svc_pat_${secret(5)}`)('GET', '/api/v1/me')
  await stranger('GET', '/api/control/account', undefined, {
    'x-api-key': secret(6),
    cookie: `svc_refresh=${secret(7)}`,
  })
  await stranger('POST', '/api/auth/login', { email: `${secret(8)}@example.org`, password: secret(9) })
  await stranger('POST', `/api/v1/failing/${secret(10)}?code=${secret(11)}`, { password: secret(12) })
  await stranger('POST', `/api/auth/invitations/${secret(13)}/accept`, { name: secret(14), password: secret(15) })
  await stranger('GET', `/api/v1/nowhere/${secret(16)}`)
  await stranger('GET', `/api/v1/%zz${secret(17)}`)
  await person.call('PATCH', `/api/control/workspaces/${workspace}`, { name: secret(18), [secret(19)]: 1 })
  await person.call('POST', '/api/v1/careless', { name: secret(20) }, { 'idempotency-key': secret(21) })
  await fetch(`${service.url()}/api/v1/failing/x`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${secret(22)}` },
    body: `{"password": "${secret(23)}`,
  })

  const logged = service.running.logged()
  expect(logged.match(/hush-\d+-/g)).toBeNull()
  for (const credential of [token, person.session, person.password]) expect(logged).not.toContain(credential)
  expect(logged).toContain(`/api/control/workspaces/${workspace}`)
  expect(logged).toContain('a value that PostgreSQL does not take')
})

test('while a node drains, requests under way end well and new ones are sent elsewhere', async () => {
  const { Agent, fetch } = await import('undici')
  const dispatcher = new Agent({ connections: 1, pipelining: 2 })
  const ask = (path: string) =>
    fetch(`${service.url()}${path}`, { dispatcher, headers: { authorization: `Bearer ${person.session}` } })
  const running = ask('/api/v1/slow')
  await gate.entered.promise

  const closing = service.running.apis[0]?.app.close()
  const late = ask('/api/v1/me')
  setTimeout(gate.leave.resolve, 100)

  expect((await running).status).toBe(204)
  const { status, headers } = await late
  expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([
    503,
    'application/problem+json',
    '2',
  ])
  await closing
})
