import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveConsole } from './serve-console.ts'

const SCRIPT = 'export const answer = 42\n'.repeat(100)
let folder = ''
let app: FastifyInstance

beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'bindery-console-'))}/`
  await mkdir(`${folder}assets`)
  await writeFile(`${folder}index.html`, '<style nonce="CSP_NONCE"></style>')
  await writeFile(`${folder}secret.txt`, 'not for everybody')
  await writeFile(`${folder}assets/main-abc123.js`, SCRIPT)
  app = Fastify()
  await serveConsole(app, { folder, pgPort: 5433 })
  app.get('/api/v1/me', async () => 'the API')
})
afterAll(() => rm(folder, { recursive: true }))

test('a page is never kept, runs no script of its own and gets a new word for its styles each time', async () => {
  const pages = await Promise.all(['/', '/w/wb_1/sql', '/account/tokens'].map((url) => app.inject(url)))

  const words = pages.map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1])
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(words).size).toBe(3)
  pages.forEach(({ headers }, n) => {
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain(`'nonce-${words[n]}'`)
    expect(policy).not.toContain('unsafe')
  })
})

test('what is named by its hash is kept for ever, and travels packed', async () => {
  const packed = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'gzip, br' } })
  const plain = await app.inject('/assets/main-abc123.js')

  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(packed.headers['cache-control']).toContain('immutable')
  expect(packed.headers['content-type']).toContain('text/javascript')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT)
  expect(plain.body).toBe(SCRIPT)
})

test('nothing else is served, and nothing of the API is taken over', async () => {
  const refused = [
    '/secret.txt',
    '/assets/..%2Fsecret.txt',
    '/assets/none.js',
    '/assets/.hidden',
    '/docs/api',
    '/wrong',
  ]

  for (const url of refused) expect((await app.inject(url)).statusCode, url).not.toBe(200)
  expect((await app.inject('/api/v1/me')).body).toBe('the API')
})

test('a service whose console is not built answers as if there were none', async () => {
  const without = Fastify()
  await serveConsole(without, { folder: `${folder}nowhere/` })

  expect((await without.inject('/')).statusCode).toBe(404)
})
