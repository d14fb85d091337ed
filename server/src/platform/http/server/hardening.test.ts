import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { startCpuClock } from '../../../../test/cpu-time.ts'
import { namedEndpoint } from '../../../../test/named-endpoint.ts'
import type { Person } from '../../../../test/person.ts'
import { openConnection, postHead, problemIn, statusIn } from '../../../../test/raw-client.ts'
import { startService } from '../../../../test/service.ts'
import { PATIENCE } from './patience.ts'

const service = startService({
  extraEndpoints: [namedEndpoint('/api/v1/named'), namedEndpoint('/api/v1/small', 100)],
  patience: { headersMs: 1_500, requestMs: 2_500 },
})

let person: Person
beforeAll(async () => {
  person = await service.newPerson()
})

const open = () => openConnection(service.url())
const head = (path: string, headers?: Record<string, string>) => postHead(path, person.session, headers)

/** Sends the same few bytes again and again until the connection is gone. */
async function drip(socket: Socket, bytes: string, everyMs: number) {
  while (!socket.destroyed) {
    socket.write(bytes)
    await pause(everyMs)
  }
}

const post = (path: string, body: string) =>
  fetch(`${service.url()}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.session}`, 'content-type': 'application/json' },
    body,
  })

describe('clients that take their time', () => {
  test('are cut off, while others are served as ever', async () => {
    const silent = Array.from({ length: 20 }, () => open())
    const slowHeads = Array.from({ length: 40 }, () => open())
    for (const { socket } of slowHeads) {
      socket.write('POST /api/v1/named HTTP/1.1\r\nhost: localhost\r\n')
      void drip(socket, 'x-slow: 1\r\n', 200)
    }
    const slowBodies = Array.from({ length: 15 }, () => open())
    for (const { socket } of slowBodies) {
      socket.write(head('/api/v1/named', { 'content-length': '100000' }))
      void drip(socket, ' ', 200)
    }

    const cpuMs = startCpuClock()
    for (let n = 0; n < 50; n++) expect((await service.as(null)('GET', '/healthz')).status).toBe(200)
    const others = cpuMs()
    const lasted = await Promise.all([...silent, ...slowHeads, ...slowBodies].map(({ closed }) => closed))

    expect(Math.max(...lasted)).toBeLessThan(6_000)
    expect(others).toBeLessThan(50 * 50)
    for (const { heard } of [...slowHeads, ...slowBodies]) {
      expect(statusIn(heard())).toBe(408)
      expect(problemIn(heard())).toMatchObject({ code: 'bad_request', status: 408 })
    }
  })

  test('have, in production, 10 s for the headers, 30 s for all, and an hour for a file', async () => {
    const { stalledMs: _, twinMs: __, ...times } = PATIENCE
    expect(times).toEqual({ headersMs: 10_000, requestMs: 30_000, uploadMs: 3_600_000 })
    const server = service.running.apis[0]?.app.server
    expect([server?.headersTimeout, server?.requestTimeout]).toEqual([1_500, 3_600_000])
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
    ['an unknown method', () => head('/api/v1/named').replace('POST', 'YODEL'), 400],
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
})
