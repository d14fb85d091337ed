import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Call, callAs } from '../../../../test/client.ts'
import { startService } from '../../../../test/service.ts'
import { startNode } from '../../../../test/start-node.ts'
import { ServiceError } from '../../errors.ts'
import { type Db, inTransaction } from '../../postgres.ts'
import { Answer, endpoint } from '../endpoint.ts'

/** How the next requests of a name end. */
const endings = new Map<string, () => Promise<void>>()
const Named = Type.Object({ name: Type.String() })

const at = (method: 'POST' | 'PUT', path: string) =>
  endpoint({
    method,
    path,
    operation: `${method} ${path}`,
    summary: 'Notes a name, then ends as the test says',
    scope: 'any',
    query: Type.Object({ colour: Type.Optional(Type.String()) }),
    body: Named,
    status: 201,
    response: Type.Object({ name: Type.String(), n: Type.Integer(), secret: Type.String() }),
    handle: async ({ ctx, body: { name } }) => {
      const n = await inTransaction(ctx.db, (tx) => note(tx, name))
      await endings.get(name)?.()
      return new Answer(201, { name, n, secret: `plaintext of ${name}` }, { 'x-made': String(n) })
    },
  })

async function note(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`insert into noted (name) values (${name}) returning n`.execute(db)
  return rows[0]?.n ?? 0
}

const extraEndpoints = [
  at('POST', '/api/v1/notes'),
  at('PUT', '/api/v1/notes'),
  at('POST', '/api/v1/notes/{title}'),
  at('POST', '/api/v1/notes/{title}/{line}'),
]
const service = startService({ extraEndpoints })
/** A node where a twin does not wait for long. On a busy machine it would give up before an ordinary request has ended. */
const startHastyNode = () => startNode(service.running, { extraEndpoints, patience: { twinMs: 700 } })
const refuse = (kind: ServiceError['kind'], code: string) => async () => {
  throw new ServiceError(kind, code, { title: 'No', detail: 'No.', suggestedFix: 'None.' })
}

let call: Call
let session: string
beforeAll(async () => {
  await service.running.admin.query('create table noted (n integer generated always as identity, name text not null)')
  await service.running.admin.query('grant all on noted to bindery_service')
  ;({ call, session } = await service.newPerson())
})

const post = (name: string, key: string, by = call, path = '/api/v1/notes', method = 'POST') =>
  by(method, path, { name }, { 'idempotency-key': key })

async function timesNoted(name: string): Promise<number> {
  const { rows } = await service.running.admin.query('select count(*)::int as n from noted where name = $1', [name])
  return rows[0].n
}

const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true'

describe('a request repeated with its Idempotency-Key', () => {
  test('gets the first answer again, and nothing is done twice', async () => {
    const name = randomUUID()
    const first = await post(name, name)

    const second = await post(name, name)

    expect(first).toMatchObject({ status: 201, body: { name } })
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(second.headers.get('x-made')).toBe(first.headers.get('x-made'))
    expect([isReplay(first), isReplay(second)]).toEqual([false, true])
    expect(await timesNoted(name)).toBe(1)
  })

  test('twenty times at once is done once, and all get the same answer', async () => {
    const name = randomUUID()

    const answers = await Promise.all(Array.from({ length: 20 }, () => post(name, name)))

    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers.filter(isReplay)).toHaveLength(19)
    expect(await timesNoted(name)).toBe(1)
  })

  test('but with another body, or another query string, is refused', async () => {
    const [name, other] = [randomUUID(), randomUUID()]
    await post(name, name)

    const otherBody = await post(other, name)
    const otherQuery = await post(name, name, call, '/api/v1/notes?colour=red')

    expect(otherBody).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(otherQuery).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect([await timesNoted(name), await timesNoted(other)]).toEqual([1, 0])
  })

  test('is another request at another path, by another method, or of another user', async () => {
    const name = randomUUID()
    const stranger = await service.newPerson()
    await post(name, name)

    const answers = [
      await post(name, name, call, '/api/v1/notes/x'),
      await post(name, name, call, '/api/v1/notes', 'PUT'),
      await post(name, name, stranger.call),
    ]

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers.some(isReplay)).toBe(false)
    expect(await timesNoted(name)).toBe(4)
  })

  test('works for names as long as names can be', async () => {
    const name = randomUUID()
    const longName = () => randomBytes(1_400).toString('base64url')
    const path = `/api/v1/notes/${longName()}/${longName()}`

    const answers = [await post(name, name, call, path), await post(name, name, call, path)]

    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await timesNoted(name)).toBe(1)
  })

  test('after 24 hours is a new request', async () => {
    const [name, fails] = [randomUUID(), randomUUID()]
    await post(name, name)
    await post(fails, fails)
    await service.running.admin.query(
      "update idempotency set created_at = now() - interval '24 hours 1 second' where key = any($1)",
      [[name, fails]],
    )
    endings.set(fails, refuse('conflict', 'name_taken'))

    const later = await post(name, name)
    const refused = [await post(fails, fails), await post(fails, fails)]

    expect([later.status, isReplay(later), await timesNoted(name)]).toEqual([201, false, 2])
    expect(refused.map(({ status }) => status)).toEqual([409, 409])
    expect(refused.map(isReplay)).toEqual([false, true])
  })
})

describe('a first request that failed', () => {
  test('with a refusal is remembered, after its effects were rolled back', async () => {
    const name = randomUUID()
    endings.set(name, refuse('conflict', 'name_taken'))
    const first = await post(name, name)
    endings.delete(name)

    const second = await post(name, name)

    expect(first).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect(second).toMatchObject({ status: 409, body: first.body })
    expect(second.headers.get('content-type')).toBe('application/problem+json')
    expect(isReplay(second)).toBe(true)
    expect(await timesNoted(name)).toBe(0)
  })

  test.each<[number, () => Promise<void>]>([
    [500, () => Promise.reject(new Error('a fault'))],
    [503, refuse('unavailable', 'unavailable')],
    [429, refuse('rate_limited', 'rate_limited')],
  ])('with %i left no key behind: the retry is a new try', async (status, ending) => {
    const name = randomUUID()
    endings.set(name, ending)
    const first = await post(name, name)
    endings.delete(name)

    const second = await post(name, name)

    expect([first.status, second.status, isReplay(second)]).toEqual([status, 201, false])
    expect(await timesNoted(name)).toBe(1)
  })

  test('because its transaction was cut off left neither effect nor key', async () => {
    const name = randomUUID()
    endings.set(name, async () => {
      await service.running.admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      )
    })
    const first = await post(name, name)
    endings.delete(name)

    const second = await post(name, name)

    expect([first.status, second.status, isReplay(second)]).toEqual([503, 201, false])
    expect(await timesNoted(name)).toBe(1)
  })
})

describe('while the first request is still running', () => {
  test('its twin waits and gets the same answer', async () => {
    const name = randomUUID()
    endings.set(name, () => pause(300))

    const [first, second] = await Promise.all([post(name, name), pause(50).then(() => post(name, name))])

    expect(second.body).toEqual(first.body)
    expect([isReplay(first), isReplay(second)]).toEqual([false, true])
  })

  test('longer than its twin has patience, the twin must come back', async () => {
    const name = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    endings.set(name, () => promise)
    const hasty = await startHastyNode()
    const first = post(name, name)
    await pause(50)

    const twin = await post(name, name, callAs(hasty.url, session)).finally(resolve)
    await hasty.close()
    const later = await first.then(() => post(name, name))

    expect(twin).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    expect(twin.headers.get('retry-after')).toBe('1')
    expect([later.status, isReplay(later)]).toEqual([201, true])
    expect(await timesNoted(name)).toBe(1)
  })
})
