import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unreadable, unsupportedMediaType } from '../response/problem.ts'
import { parseInSlices } from './parse-in-slices.ts'

/** Bytes that are no UTF-8 are refused: replaced by question marks they would be stored for good. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The second is that of SCIM (RFC 7644), where a page of another site cannot send it unasked either. */
const JSON_BODIES = ['application/json', 'application/scim+json']

/** Bodies are kept as they came: an Idempotency-Key is bound to their bytes. */
export function readBodies(app: FastifyInstance) {
  const parseJson = plainParser(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_BODIES, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const text = readText(request, body)
    if (text instanceof Error) throw text
    return text === '' ? undefined : parseInSlices(text, parseJson)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      // Forms come from our own pages only; a form posted elsewhere would let any website act for its visitor.
      const isForm = request.is404 || request.routeOptions.config.endpoint?.consumes === 'form'
      const text = isForm ? readText(request, body) : unsupportedMediaType()
      if (text instanceof Error) done(text)
      else done(null, fieldsOf(new URLSearchParams(text)))
    },
  )
  // A file is read while it is stored, later and elsewhere; of any other body of an unknown type nothing is read.
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { consumes } = request.routeOptions.config.endpoint ?? {}
    const isFile = consumes === 'multipart' || consumes === 'bytes'
    done(isFile || request.is404 ? null : unsupportedMediaType(), undefined)
  })
}

/** Fastify's, which refuses names that would change what an object is. */
function plainParser(app: FastifyInstance): (text: string) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (text) => {
    let parsed: unknown
    // Safe: it reads nothing of the request, and calls back at once.
    void parse({} as FastifyRequest, text, (error, value) => {
      if (error) throw error
      parsed = value
    })
    return parsed
  }
}

/** A field that is sent several times, as the boxes of a list are, becomes a list. */
function fieldsOf(sent: URLSearchParams): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>()
  for (const name of new Set(sent.keys())) {
    const [first = '', ...more] = sent.getAll(name)
    fields.set(name, more.length === 0 ? first : [first, ...more])
  }
  return Object.fromEntries(fields)
}

function readText(request: FastifyRequest, body: Buffer): string | Error {
  request.rawBody = body
  // Where nothing answers, it does not matter what was sent.
  if (request.is404) return ''
  if (!isPlainUtf8(request)) return unsupportedMediaType()
  try {
    return utf8.decode(body)
  } catch {
    // Reported in our own words.
    return unreadable()
  }
}

function isPlainUtf8({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  return encoding.toLowerCase() === 'identity' && /^(?:utf-?8|us-ascii)$/i.test(charset)
}
