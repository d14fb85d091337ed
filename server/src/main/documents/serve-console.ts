import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../../platform/http/endpoint.ts'
import { noSuchRoute } from '../../platform/http/http.errors.ts'

const BUILT = fileURLToPath(new URL('../../../../console/dist/', import.meta.url))

/** Where the console's own addresses begin; everything else belongs to the API and its pages. */
const PAGES = ['/', '/w/*', '/account/*', '/shared']
/** A name with a hash in it never means other bytes. */
const HASHED = '/assets/:name'
const NAMED = ['/samples/:name', '/bindery.svg']

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const SAFE_PATH = /^\/(?:assets\/|samples\/)?[\w-][\w.-]*$/

/** Serves the console where it is built; the API does without it. */
export async function serveConsole(
  app: FastifyInstance,
  { folder = BUILT, pgPort }: { folder?: string; pgPort?: number | undefined } = {},
): Promise<void> {
  if (!existsSync(`${folder}index.html`)) return
  const page = withPgPort(await readFile(`${folder}index.html`, 'utf8'), pgPort)
  const read = keptFiles(folder)
  for (const path of PAGES) app.get(path, async (_request, reply) => sendPage(reply, page, path === '/shared'))
  app.get(HASHED, (request, reply) => sendFile(read, request, reply, 'public, max-age=31536000, immutable'))
  for (const path of NAMED) app.get(path, (request, reply) => sendFile(read, request, reply, 'no-cache'))
}

/** The screen on other programs names the port of the PostgreSQL door, if it is open. */
const withPgPort = (page: string, port: number | undefined) =>
  port === undefined ? page : page.replace('</head>', `<meta name="bindery-pg-port" content="${port}"></head>`)

/** Nothing but what the service itself serves is loaded, and no script that stands in the page is run. */
function sendPage(reply: FastifyReply, page: string, isShared: boolean) {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .headers({
      'content-security-policy': policy.join('; '),
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      // What a link shows tells no other page where it was read.
      'referrer-policy': isShared ? 'no-referrer' : 'same-origin',
      ...(isShared ? { 'x-robots-tag': 'noindex' } : {}),
    })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('CSP_NONCE', nonce))
}

type StoredFile = { plain: Buffer; packed: Buffer }
type ReadFile = (path: string) => Promise<StoredFile> | undefined

/** A few megabytes in all: each file is read and packed when it is first asked for, and stays. */
function keptFiles(folder: string): ReadFile {
  const kept = new Map<string, Promise<StoredFile>>()
  return (path) => {
    const known = kept.get(path)
    if (known) return known
    if (!SAFE_PATH.test(path) || !existsSync(folder + path.slice(1))) return undefined
    const file = readPacked(folder + path.slice(1))
    kept.set(path, file)
    return file
  }
}

const pack = promisify(gzip)

async function readPacked(file: string): Promise<StoredFile> {
  const plain = await readFile(file)
  return { plain, packed: await pack(plain, { level: 9 }) }
}

async function sendFile(read: ReadFile, request: FastifyRequest, reply: FastifyReply, caching: string) {
  const path = pathOf(request)
  const file = await read(path)
  if (!file) throw noSuchRoute(path)
  const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'])) && file.packed.length < file.plain.length
  reply.headers({
    'cache-control': caching,
    vary: 'accept-encoding',
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
  })
  return reply.type(TYPES[extname(path)] ?? 'application/octet-stream').send(isPacked ? file.packed : file.plain)
}
