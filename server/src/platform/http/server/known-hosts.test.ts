import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startService } from '../../../../test/service.ts'

const service = startService({ settings: { hosts: ['tables.example.org', '[2001:db8::5]'] } })

type Heard = { status: number; code: string | undefined }

/** fetch sends no other Host than that of the address. */
function ask(path: string, host: string, options: { method?: string; url?: string; headers?: object } = {}) {
  const { method = 'GET', url = service.url(), headers = {} } = options
  return new Promise<Heard>((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      { method, headers: { ...headers, host }, agent: false },
      async (answer) => {
        let text = ''
        for await (const part of answer) text += part
        const isProblem = answer.headers['content-type']?.startsWith('application/problem+json')
        resolve({ status: answer.statusCode ?? 0, code: isProblem ? JSON.parse(text).code : undefined })
      },
    )
    sent.on('error', reject).end()
  })
}

const FOREIGN = [
  'attacker.example', 'attacker.example:8000', 'bindery.test.attacker.example', 'localhost.attacker.example', 'user@bindery.test',
  '127.0.0.1.nip.io', '127.0.0.2', '0.0.0.0', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'bindery.test/..', 'bindery.test attacker.example',
] // biome-ignore format: a list

test.each(FOREIGN)('a request for %s is refused', async (host) => {
  expect(await ask('/api/v1/me', host)).toEqual({ status: 400, code: 'unknown_host' })
})

const OWN = [
  'bindery.test', 'BINDERY.test:8443', 'bindery.test.', 'tables.example.org', '[2001:db8::5]:80', 'localhost', '127.0.0.1:1', '[::1]:8000',
  'bindery.localhost',
] // biome-ignore format: a list

test.each(OWN)('a request for %s goes through', async (host) => {
  expect(await ask('/api/v1/me', host)).toEqual({ status: 401, code: 'unauthenticated' })
})

const EVERY_KIND: [string, string][] = [
  ['GET', '/'], ['GET', '/login'], ['GET', '/docs/api'], ['GET', '/openapi.json'], ['POST', '/mcp'], ['GET', '/iceberg/v1/config'],
  ['POST', '/api/auth/login'], ['GET', '/.well-known/oauth-authorization-server'], ['GET', '/api/v1/workbooks/wb_x/events/stream'],
  ['PUT', '/api/v1/uploads/up_x?expires=1&sig=x'], ['OPTIONS', '/api/v1/me'], ['GET', '/nothing/here'],
] // biome-ignore format: a list

test.each(EVERY_KIND)('%s %s is refused under a foreign name', async (method, path) => {
  expect(await ask(path, 'attacker.example', { method })).toEqual({ status: 400, code: 'unknown_host' })
})

test('probes are answered under every name', async () => {
  expect(await ask('/healthz', '10.1.2.3:8000')).toMatchObject({ status: 200 })
  expect(await ask('/readyz', '10.1.2.3:8000')).toMatchObject({ status: 200 })
  expect(await ask('/healthz/../api/v1/me', '10.1.2.3:8000')).toMatchObject({ code: 'unknown_host' })
})

test('what a proxy says of the name counts for nothing', async () => {
  const headers = { 'x-forwarded-host': 'bindery.test', forwarded: 'host=bindery.test' }

  expect(await ask('/api/v1/me', 'attacker.example', { headers })).toMatchObject({ code: 'unknown_host' })
})
