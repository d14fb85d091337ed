import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { GOOD_URLS, HOSTILE_URLS } from '../../../test/hostile-urls.ts'
import { openNameServer } from '../../../test/name-server.ts'
import { type Outgoing, type OutgoingRequest, openOutgoing } from './outgoing.ts'
import { type Resolve, readUrl, refuseIfNotPublic, type UrlRule } from './outgoing-url.ts'

const PUBLIC: UrlRule = { isOpen: true, isPrivateAllowed: false, schemes: ['http:', 'https:'] }
const HTTPS: UrlRule = { isOpen: true, isPrivateAllowed: false, schemes: ['https:'] }
const PRIVATE: UrlRule = { isOpen: true, isPrivateAllowed: true, schemes: ['https:'] }
const TIMES = { connectMs: 1_000, connectionsPerHost: 4 }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function open(rule: typeof PUBLIC | typeof PRIVATE, resolve?: Resolve): Outgoing {
  const outgoing = openOutgoing({ rule, ...TIMES, ...(resolve ? { resolve } : {}) })
  closing.push(outgoing.close)
  return outgoing
}

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // Safe: a server that listens on a port has one.
  return (server.address() as AddressInfo).port
}

async function nameServer(names: Parameters<typeof openNameServer>[0]) {
  const server = await openNameServer(names)
  closing.push(server.close)
  return server
}

const asking = (url: string): OutgoingRequest => ({ url, method: 'GET', headers: {}, timeoutMs: 2_000 })

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'let through',
    (error) => error.text?.extra?.reason ?? error.code ?? error.message,
  )

test.each(HOSTILE_URLS)('%s is refused when it is named, and again when something is sent there', async (url) => {
  const { resolve } = await nameServer({ 'metadata.google.internal': [['169.254.169.254']] })

  const named = refusal((async () => refuseIfNotPublic(readUrl(url, PUBLIC), PUBLIC, resolve))())
  const sent = refusal((async () => open(PUBLIC, resolve).request(asking(url)))())

  const reasons = ['scheme', 'credentials', 'port', 'localhost', 'private_network']
  expect(reasons).toContain(await named)
  expect(await sent).toBe(await named)
})

test.each(GOOD_URLS)('%s is a public address', async (url) => {
  const { resolve } = await nameServer({ 'example.com': [['93.184.215.14']] })

  expect(await refusal((async () => refuseIfNotPublic(readUrl(url, HTTPS), HTTPS, resolve))())).toBe('let through')
})

test('where https is asked for, http is refused', () => {
  expect(() => readUrl('http://example.com/', HTTPS)).toThrow('url_refused')
})

test('where no request may leave, no address is called, public or private', async () => {
  const port = await serve((_, response) => response.end())

  const outside = await refusal(open({ ...PUBLIC, isOpen: false }).request(asking('http://93.184.215.14/')))
  const inside = await refusal(open({ ...PRIVATE, isOpen: false }).request(asking(`http://127.0.0.1:${port}/`)))

  expect([outside, inside]).toEqual(['closed', 'closed'])
})

test('a name that leads nowhere is refused', async () => {
  const { resolve } = await nameServer({})

  expect(await refusal(refuseIfNotPublic(new URL('https://nowhere.test/'), HTTPS, resolve))).toBe('dns')
})

test('one private address among public ones makes a name refused', async () => {
  const { resolve } = await nameServer({ 'both.test': [['93.184.215.14', '10.0.0.1']] })

  expect(await refusal(refuseIfNotPublic(new URL('https://both.test/'), HTTPS, resolve))).toBe('private_network')
})

test('a name that was public when it was judged and leads inside when it is used is not reached', async () => {
  const names = await nameServer({ 'rebinding.test': [['93.184.215.14'], ['127.0.0.1']] })
  const url = 'http://rebinding.test/'

  const named = await refusal(refuseIfNotPublic(readUrl(url, PUBLIC), PUBLIC, names.resolve))
  const sent = await refusal(open(PUBLIC, names.resolve).request(asking(url)))

  expect([named, sent]).toEqual(['let through', 'private_network'])
  expect(names.asked('rebinding.test')).toBe(2)
})

test('a redirect is an answer and is not followed', async () => {
  const paths: unknown[] = []
  const port = await serve((request, response) => {
    paths.push(request.url)
    response.writeHead(302, { location: '/inside' }).end()
  })

  const { statusCode, body } = await open(PRIVATE).request(asking(`http://127.0.0.1:${port}/door?a=b`))
  await body.dump()

  expect(statusCode).toBe(302)
  expect(paths).toEqual(['/door?a=b'])
})

test('the proxies of the environment are not asked', async () => {
  let proxied = 0
  const proxy = await serve((_, response) => {
    proxied += 1
    response.end()
  })
  const port = await serve((_, response) => response.end('direct'))
  for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, `http://127.0.0.1:${proxy}`)
  closing.push(() => vi.unstubAllEnvs())

  const { body } = await open(PRIVATE).request(asking(`http://127.0.0.1:${port}/`))

  expect([await body.text(), proxied]).toEqual(['direct', 0])
})

test('a server that takes the request and never answers is waited for no longer than the timeout', async () => {
  const port = await serve(() => {})
  const began = performance.now()

  const outcome = open(PRIVATE).request({ ...asking(`http://127.0.0.1:${port}/`), timeoutMs: 200 })

  await expect(outcome).rejects.toThrow()
  expect(performance.now() - began).toBeGreaterThan(150)
})
