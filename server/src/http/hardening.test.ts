import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { personalWorkspace } from '../../test/control-plane.ts'
import type { Person } from '../../test/person.ts'
import { startService } from '../../test/service.ts'
import { endpoint } from './endpoint.ts'

const named = (path: string, maxBodyBytes?: number) =>
  endpoint({
    method: 'POST',
    path,
    operation: path,
    summary: 'Takes a name and anything beside it',
    scope: 'any',
    params: Type.Object({ id: Type.Optional(Type.String()) }),
    body: Type.Object({ name: Type.String(), free: Type.Optional(Type.Unknown()) }),
    ...(maxBodyBytes ? { maxBodyBytes } : {}),
    status: 204,
    handle: async () => undefined,
  })

const service = startService({
  extraEndpoints: [named('/api/v1/named'), named('/api/v1/named/{id}'), named('/api/v1/small', 100)],
  patience: { headersMs: 1_500, requestMs: 2_500 },
})

let person: Person
beforeAll(async () => {
  person = await service.newPerson()
})

/** A client that speaks byte by byte. */
function open() {
  const { hostname, port } = new URL(service.url())
  const socket = connect(Number(port), hostname)
  const heard: Buffer[] = []
  const begun = performance.now()
  const closed = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - begun)))
  socket.on('data', (bytes) => heard.push(bytes))
  socket.on('error', () => {})
  return { socket, closed, heard: () => Buffer.concat(heard).toString() }
}

/** Sends the same few bytes again and again until the connection is gone. */
async function drip(socket: Socket, bytes: string, everyMs: number) {
  while (!socket.destroyed) {
    socket.write(bytes)
    await pause(everyMs)
  }
}

const head = (path: string, headers: Record<string, string> = {}) => {
  const lines = { host: 'x', authorization: `Bearer ${person.session}`, 'content-type': 'application/json', ...headers }
  return `POST ${path} HTTP/1.1\r\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}

const statusIn = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
const problemIn = (text: string) =>
  JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { code: string; status: number }

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${service.url()}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.session}`, 'content-type': 'application/json', ...headers },
    body,
  })

async function outcome(answer: Promise<Response>): Promise<[number, string]> {
  const { status, ...response } = await answer.then(async (r) => ({ status: r.status, text: await r.text() }))
  return [status, response.text ? JSON.parse(response.text).code : '']
}

describe('clients that take their time', () => {
  test('are cut off, while others are served as ever', async () => {
    const silent = Array.from({ length: 20 }, () => open())
    const slowHeads = Array.from({ length: 40 }, () => open())
    for (const { socket } of slowHeads) {
      socket.write('POST /api/v1/named HTTP/1.1\r\nhost: x\r\n')
      void drip(socket, 'x-slow: 1\r\n', 200)
    }
    const slowBodies = Array.from({ length: 15 }, () => open())
    for (const { socket } of slowBodies) {
      socket.write(head('/api/v1/named', { 'content-length': '100000' }))
      void drip(socket, ' ', 200)
    }

    const times: number[] = []
    while (times.length < 50) {
      const begun = performance.now()
      expect((await service.as(null)('GET', '/healthz')).status).toBe(200)
      times.push(performance.now() - begun)
    }
    const lasted = await Promise.all([...silent, ...slowHeads, ...slowBodies].map(({ closed }) => closed))

    expect(Math.max(...lasted)).toBeLessThan(6_000)
    expect(times.sort((a, b) => a - b)[45]).toBeLessThan(250)
    for (const { heard } of [...slowHeads, ...slowBodies]) {
      expect(statusIn(heard())).toBe(408)
      expect(problemIn(heard())).toMatchObject({ code: 'bad_request', status: 408 })
    }
  })

  test('have, in production, 10 s for the headers and 30 s for all, looked at every second', async () => {
    const { PATIENCE } = await import('./patience.ts')

    expect(PATIENCE).toEqual({ headersMs: 10_000, requestMs: 30_000, twinMs: 10_000 })
    const server = service.running.apis[0]?.app.server
    expect([server?.headersTimeout, server?.requestTimeout]).toEqual([1_500, 2_500])
  })
})

describe('a body that is too large', () => {
  const MIB = 1024 * 1024
  const bodyOf = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`

  test('is refused with the size that would fit', async () => {
    const largest = await post('/api/v1/named', bodyOf(MIB))
    const tooLarge = await post('/api/v1/named', bodyOf(MIB + 1))
    const small = await post('/api/v1/small', bodyOf(101))

    expect(largest.status).toBe(204)
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { code: 'payload_too_large', max_bytes: MIB }])
    expect([small.status, await small.json()]).toMatchObject([413, { code: 'payload_too_large', max_bytes: 100 }])
  })

  test('without end is cut at the limit', async () => {
    const { socket, closed, heard } = open()
    socket.write(head('/api/v1/named', { 'transfer-encoding': 'chunked' }))
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    let sentBytes = 0
    while (!socket.destroyed && sentBytes < 64 * MIB) {
      if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
      sentBytes += chunk.length
    }
    await closed

    expect(sentBytes).toBeLessThan(32 * MIB)
    expect(statusIn(heard())).toBe(413)
  })

  test('of a stranger is not read at all', async () => {
    const answer = await fetch(`${service.url()}/api/v1/named`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bodyOf(MIB + 1),
    })

    expect(answer.status).toBe(401)
  })
})

describe('what is not HTTP as we speak it', () => {
  test.each<[string, () => string, number]>([
    ['a header of 100 KB', () => head('/api/v1/named', { 'x-large': 'x'.repeat(100_000) }), 431],
    ['ten thousand headers', () => head('/x').replace('\r\n\r\n', `\r\n${'a: b\r\n'.repeat(10_000)}\r\n`), 431],
    ['a path of 20 KB', () => head(`/${'x'.repeat(20_000)}`), 431],
    ['no request at all', () => 'hello there\r\n\r\n', 400],
    ['a method nobody knows', () => head('/api/v1/named').replace('POST', 'YODEL'), 400],
    ['two lengths', () => head('/api/v1/named', { 'content-length': '3', 'Content-Length': '5' }), 400],
    [
      'a length beside chunks',
      () => head('/api/v1/named', { 'content-length': '3', 'transfer-encoding': 'chunked' }),
      400,
    ],
    ['a header without an end', () => head('/api/v1/named', { 'x-a': 'b\rc' }), 400],
  ])('%s is answered with a problem and the connection ends', async (_what, request, status) => {
    const { socket, closed, heard } = open()
    socket.write(request())
    await closed

    expect(statusIn(heard())).toBe(status)
    expect(problemIn(heard())).toMatchObject({ code: 'bad_request', status })
    expect(heard()).toMatch(/\r\nx-request-id: req_/)
  })

  test('a body in another encoding or charset than ours is refused', async () => {
    const body = '{"name":"x"}'

    expect(await outcome(post('/api/v1/named', body, { 'content-encoding': 'gzip' }))).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(await outcome(post('/api/v1/named', body, { 'content-encoding': 'yodel' }))).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(await outcome(post('/api/v1/named', body, { 'content-encoding': 'identity' }))).toEqual([204, ''])
    const charset = (name: string) => ({ 'content-type': `application/json; charset=${name}` })
    expect(await outcome(post('/api/v1/named', body, charset('shift_jis')))).toEqual([415, 'unsupported_media_type'])
    expect(await outcome(post('/api/v1/named', body, charset('"UTF-8"')))).toEqual([204, ''])
  })
})

describe('JSON that means harm', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  test.each<[string, string | Buffer<ArrayBuffer>, number, string]>([
    ['__proto__', '{"name":"x","__proto__":{"isAdmin":true}}', 400, 'bad_request'],
    ['__proto__ further down', '{"name":"x","free":[{"__proto__":null}]}', 400, 'bad_request'],
    ['__proto__ written with escapes', '{"name":"x","\\u005f_proto__":{}}', 400, 'bad_request'],
    ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"a":1}}}', 400, 'bad_request'],
    ['bytes that are no UTF-8', Buffer.from('7b226e616d65223a22ff227d', 'hex'), 400, 'bad_request'],
    ['a surrogate in UTF-8', Buffer.from('7b226e616d65223a22eda080227d', 'hex'), 400, 'bad_request'],
    ['U+0000 in a text', '{"name":"a\\u0000b"}', 422, 'validation_error'],
    ['half a surrogate pair', '{"name":"\\ud83d"}', 422, 'validation_error'],
    ['U+0000 in free data', '{"name":"x","free":{"deep":["\\u0000"]}}', 422, 'validation_error'],
    ['a number without end', '{"name":"x","free":1e999}', 422, 'validation_error'],
    ['100,000 levels', nested(100_000), 422, 'validation_error'],
    ['100,000 levels of free data', `{"name":"x","free":${nested(100_000)}}`, 422, 'validation_error'],
    ['100,000 levels nobody asked for', `{"name":"x","other":${nested(100_000)}}`, 204, ''],
    ['half a document', '{"name":', 400, 'bad_request'],
  ])('%s', async (_what, body, status, code) => {
    expect(await outcome(post('/api/v1/named', body))).toEqual([status, code])
  })

  test('deep data that would be stored is refused too', async () => {
    const workspace = await personalWorkspace(person)
    const patch = (levels: number) =>
      fetch(`${service.url()}/api/control/workspaces/${workspace}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${person.session}`, 'content-type': 'application/json' },
        body: `{"idp_config":{"a":${nested(levels)}}}`,
      })

    expect((await patch(90)).status).toBe(200)
    expect((await patch(5_000)).status).toBe(422)
    expect((await patch(100_000)).status).toBe(422)
  })

  test('a megabyte of mistakes costs no more than a moment', async () => {
    const begun = performance.now()
    const answer = await outcome(post('/api/v1/me/tokens', `{"name":"x","scopes":[${'1,'.repeat(500_000)}1]}`))

    expect(answer).toEqual([422, 'validation_error'])
    expect(performance.now() - begun).toBeLessThan(500)
  })
})

test.each([
  ['/api/v1/named/%zz', 400],
  ['/api/v1/named/%', 400],
  ['/api/v1/named/%ff', 400],
  ['/api/v1/named/%c0%af', 400],
  ['/api/v1/named/%ed%a0%80', 400],
  ['/%ff/%zz', 400],
  ['/api/v1/named/a%00b', 422],
  ['/api/v1/named/x?colour=%00', 422],
  [`/api/v1/named/${'x'.repeat(5_000)}`, 400],
  ['/api/v1/named/x?%zz=%zz&a[b]=1&__proto__=2', 204],
  ['//api/v1/named', 404],
  ['/api/v1/named/', 404],
])('the address %.60s is answered in words, never with a fault', async (path, status) => {
  const { socket, closed, heard } = open()
  socket.write(head(path, { 'content-length': '12', connection: 'close' }))
  socket.write('{"name":"x"}')
  await closed

  expect(statusIn(heard())).toBe(status)
  expect(heard()).toMatch(/\r\nx-request-id: req_/i)
  if (status >= 400) expect(problemIn(heard())).toMatchObject({ status })
})
