import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

const LIMITS = { uploadBytes: 100_000, slotBytes: 200_000 }
const service = startService({ settings: { files: LIMITS } })
const guarded = startService({ settings: { fetching: { isPrivateAllowed: false, nameServers: [] } } })

const CSV = 'region,amount\neast,10\nwest,20\n'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server on loopback. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // Safe: a server that listens on a port has one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a file at an address becomes a source as an upload does, and tells where it came from without its secrets', async () => {
  const { call, rows } = await newSourcePlace(service)
  const seen: unknown[] = []
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization, request.headers.cookie)
    response.writeHead(200, { 'content-type': 'text/csv' }).end(CSV)
  })

  const { status, body } = await call('POST', '/sources/from-url', {
    url: `${url}/files/%E5%A3%B2%E4%B8%8A.csv?sig=abc`,
  })

  expect(status).toBe(201)
  expect(body.source).toMatchObject({
    name: '売上.csv',
    content_type: 'text/csv',
    provenance: { kind: 'url', provider: null, ref: `${url}/files/%E5%A3%B2%E4%B8%8A.csv` },
  })
  expect(await rows('売上')).toHaveLength(2)
  expect(seen).toEqual([undefined, undefined])
})

test('a name, a mode and the hash of the bytes may be said', async () => {
  const { call } = await newSourcePlace(service)
  const url = await serve((_, response) => response.end(CSV))
  const sha256 = createHash('sha256').update(CSV).digest('hex')

  const staged = await call('POST', '/sources/from-url', { url, filename: 'sales.csv', mode: 'staged', sha256 })
  const other = await call('POST', '/sources/from-url', { url, sha256: sha256.replace(/^./, '0').replace(/.$/, 'f') })

  expect(staged).toMatchObject({ status: 201, body: { source: { name: 'sales.csv', status: 'registered', sha256 } } })
  expect([other.status, other.body.code]).toEqual([422, 'validation_error'])
})

test('a redirect is refused, and its target is not requested', async () => {
  const { call } = await newSourcePlace(service)
  const paths: unknown[] = []
  const url = await serve((request, response) => {
    paths.push(request.url)
    response.writeHead(302, { location: '/inside.csv' }).end()
  })

  const refused = await call('POST', '/sources/from-url', { url: `${url}/a.csv` })

  expect(refused).toMatchObject({ status: 400, body: { code: 'url_refused', reason: 'redirect' } })
  expect(paths).toEqual(['/a.csv'])
})

test('the cap holds while the file arrives, whether its length is known or not', async () => {
  const { call } = await newSourcePlace(service)
  let sent = 0
  const url = await serve((request, response) => {
    if (request.url === '/known') {
      response.writeHead(200, { 'content-length': '1000000000' }).flushHeaders()
      return
    }
    const timer = setInterval(() => {
      sent += 50_000
      response.write(Buffer.alloc(50_000, 'a'))
    }, 5)
    response.on('close', () => clearInterval(timer))
  })

  const known = await call('POST', '/sources/from-url', { url: `${url}/known` })
  const endless = await call('POST', '/sources/from-url', { url: `${url}/endless` })

  for (const { status, body } of [known, endless])
    expect([status, body.code, body.max_bytes]).toEqual([413, 'payload_too_large', LIMITS.uploadBytes])
  expect(sent).toBeLessThan(100 * LIMITS.uploadBytes)
})

test.each([
  ['answers with an error', 500, {}],
  ['sends packed bytes', 200, { 'content-encoding': 'gzip' }],
])('a server that %s gives no source', async (_, status, headers) => {
  const { call } = await newSourcePlace(service)
  const url = await serve((_request, response) => response.writeHead(status, headers).end('x'))

  const failed = await call('POST', '/sources/from-url', { url })

  expect([failed.status, failed.body.code]).toEqual([502, 'upstream_error'])
  expect((await call('GET', '/sources')).body.sources).toEqual([])
})

test('a connection that breaks off in the middle gives no source', async () => {
  const { call } = await newSourcePlace(service)
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('region,amount\n')
    setTimeout(() => response.destroy(), 50)
  })

  const failed = await call('POST', '/sources/from-url', { url })

  expect([failed.status, failed.body.code]).toEqual([502, 'upstream_error'])
})

test.each([
  ['http://127.0.0.1/a.csv', 'private_network'],
  ['http://localhost/a.csv', 'localhost'],
  ['http://169.254.169.254/latest', 'private_network'],
  ['http://1.1.1.1:22/', 'port'],
  ['ftp://1.1.1.1/', 'scheme'],
  ['not an address', 'scheme'],
])('%s is refused: %s', async (url, reason) => {
  const { call } = await newSourcePlace(guarded)

  const refused = await call('POST', '/sources/from-url', { url })

  expect(refused).toMatchObject({ status: 400, body: { code: 'url_refused', reason } })
})

test('nothing is fetched for a caller who may not write', async () => {
  const { at } = await newSourcePlace(service)
  const stranger = await service.newPerson()
  let visits = 0
  const url = await serve((_, response) => {
    visits += 1
    response.end(CSV)
  })

  const refused = await stranger.call('POST', `${at}/sources/from-url`, { url })

  expect([refused.status, visits]).toEqual([404, 0])
})
