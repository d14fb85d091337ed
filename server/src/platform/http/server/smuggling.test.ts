import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openConnection, statusIn } from '../../../../test/raw-client.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const BODY = `0\r\n\r\n${HIDDEN}`
const post = (headers: string, body = BODY) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n${body}`

/** What the service answers to these bytes, and how often: with so many answers as are expected, and whatever comes soon after. */
async function send(bytes: string, expected = 1) {
  const { socket, closed, heard } = openConnection(service.url())
  const answers = () => heard().match(/HTTP\/1\.1 \d+/g)?.length ?? 0
  socket.write(Buffer.from(bytes, 'latin1'))
  await vi.waitUntil(() => answers() >= expected, { timeout: 30_000, interval: 20 })
  await Promise.race([closed, pause(300)])
  socket.destroy()
  return { status: statusIn(heard()), answers: answers() }
}

/** Requests that two programs can read differently: where one ends, or whom it is for. */
const AMBIGUOUS: [string, string][] = [
  ['both lengths', post(`Content-Length: ${BODY.length}\r\nTransfer-Encoding: chunked\r\n`)],
  ['both lengths, the other way round', post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n')],
  ['two lengths', post(`Content-Length: ${BODY.length}\r\nContent-Length: 0\r\n`)],
  ['the same length twice', post('Content-Length: 0\r\nContent-Length: 0\r\n', HIDDEN)],
  ['a list of lengths', post('Content-Length: 0, 0\r\n', HIDDEN)],
  ['a length with a sign', post('Content-Length: +0\r\n', HIDDEN)],
  ['a negative length', post('Content-Length: -1\r\n', HIDDEN)],
  ['a length in hexadecimal', post('Content-Length: 0x0\r\n', HIDDEN)],
  ['an encoding after chunked', post('Transfer-Encoding: chunked, identity\r\n')],
  ['an encoding that does not exist', post('Transfer-Encoding: xchunked\r\n')],
  ['two encodings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n')],
  ['a space before the colon', post('Transfer-Encoding : chunked\r\n')],
  ['a folded header', post('X-Long: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\n', HIDDEN)],
  ['an encoding behind a tab', post('Transfer-Encoding:\x0bchunked\r\n')],
  ['a header that ends in a line feed', post('X-A: b\nContent-Length: 0\r\n', HIDDEN)],
  ['a carriage return in a header', post('X-A: b\rTransfer-Encoding: chunked\r\n')],
  ['a NUL in a header', post('X-A: b\0\r\nContent-Length: 0\r\n', HIDDEN)],
  ['a chunk of negative size', post('Transfer-Encoding: chunked\r\n', `-1\r\n${HIDDEN}`)],
  ['a chunk size beyond 64 bits', post('Transfer-Encoding: chunked\r\n', `10000000000000000\r\n${HIDDEN}`)],
  ['a chunk that ends in a line feed', post('Transfer-Encoding: chunked\r\n', `0\n\n${HIDDEN}`)],
  ['two hosts', `GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nHost: attacker.example\r\n\r\n`],
  ['two hosts, the other way round', `GET /api/v1/me HTTP/1.1\r\nHost: attacker.example\r\nHost: localhost\r\n\r\n`],
  ['no host', 'GET /api/v1/me HTTP/1.1\r\n\r\n'],
  ['no host in HTTP/1.0', 'GET /api/v1/me HTTP/1.0\r\n\r\n'],
  ['a list of hosts', 'GET /api/v1/me HTTP/1.1\r\nHost: localhost, attacker.example\r\n\r\n'],
  ['a host in the address', 'GET http://attacker.example/healthz HTTP/1.1\r\nHost: attacker.example\r\n\r\n'],
  ['an unknown version', 'GET /healthz HTTP/1.2\r\nHost: localhost\r\n\r\n'],
  ['no version', 'GET /api/v1/me\r\n\r\n'],
  ['a space in the address', `GET /healthz HTTP/1.1 x HTTP/1.1\r\nHost: localhost\r\n\r\n`],
]

test.each(AMBIGUOUS)('a request with %s is refused, and nothing behind it is answered', async (_, bytes) => {
  const { status, answers } = await send(bytes)

  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(answers).toBe(1)
})

test('a request that goes with a foreign address is answered by its own name alone', async () => {
  const { status } = await send('GET http://attacker.example/api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n')

  expect([400, 401, 404]).toContain(status)
})

test('two requests that are well written are both answered', async () => {
  expect(await send(HIDDEN + HIDDEN, 2)).toMatchObject({ status: 200, answers: 2 })
})
