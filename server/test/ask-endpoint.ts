import fc from 'fast-check'
import type { Endpoint } from '../src/platform/http/endpoint.ts'
import { type Schema, validValue } from './arbitrary-from-schema.ts'
import { judge } from './judge-answer.ts'

/** What to ask otherwise than the endpoint describes. */
export type EndpointRequest = {
  credential?: string | null
  method?: string
  path?: string
  body?: unknown
  /** A body as it is to be sent. */
  raw?: string
  headers?: Record<string, string>
}

export type Outcome = Awaited<ReturnType<typeof askEndpoint>>

/** Asks an endpoint what it would accept if what its path names existed, and looks for what every answer must have. */
export async function askEndpoint(url: string, endpoint: Endpoint, asked: EndpointRequest) {
  const { credential, method = endpoint.method, path = samplePath(endpoint), body = sampleBody(endpoint) } = asked
  const { consumes } = endpoint
  const isSent = method !== 'GET' && (body !== undefined || consumes === 'bytes')
  const sent = isSent ? (asked.raw ?? encode(body, consumes)) : undefined
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': someAddress(),
      ...(credential ? { authorization: `Bearer ${credential}` } : {}),
      ...(sent === undefined ? {} : TYPES[consumes ?? 'json']),
      ...asked.headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const answered = endpoint.isEndless && response.ok ? await hangUp(response) : await response.text()
  const isProblem = response.headers.get('content-type') === 'application/problem+json'
  const answer = {
    status: response.status,
    headers: response.headers,
    problem: isProblem ? JSON.parse(answered) : undefined,
  }
  return { ...answer, faults: judge(endpoint, answer) }
}

/** An answer without an end is judged by its head. */
async function hangUp({ body }: Response): Promise<string> {
  await body?.cancel()
  return ''
}

const someAddress = () => Array.from({ length: 4 }, () => Math.floor(Math.random() * 254) + 1).join('.')

/** A multipart form names its own boundary. */
const TYPES = {
  json: { 'content-type': 'application/json' },
  form: { 'content-type': 'application/x-www-form-urlencoded' },
  multipart: {},
  bytes: { 'content-type': 'application/octet-stream' },
}

function encode(body: unknown, consumes: Endpoint['consumes']): string | FormData | Blob {
  if (consumes === undefined) return JSON.stringify(body)
  if (consumes === 'bytes') return new Blob(['bytes'])
  const texts = Object.entries(body ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return consumes === 'multipart' ? multipartOf(texts) : new URLSearchParams(Object.fromEntries(texts)).toString()
}

/** What is called `file` is the name of a file with some bytes. */
function multipartOf(texts: string[][]): FormData {
  const form = new FormData()
  for (const [name = '', value = ''] of texts) {
    if (name === 'file') form.append(name, new Blob(['a,b\n1,2\n']), value)
    else form.append(name, value)
  }
  return form
}

export const sampleBody = ({ body }: Endpoint): unknown => (body ? sampleOf(body) : undefined)

/** Every id in it is one that nothing has. */
export function samplePath({ path, params, query }: Endpoint): string {
  const values = sampleMembers(params)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'))
  const { required = [] } = (query ?? {}) as Schema
  const wanted = Object.entries(sampleMembers(query)).filter(([name]) => required.includes(name))
  return wanted.length > 0 ? `${filled}?${new URLSearchParams(wanted)}` : filled
}

// Safe: path and query are texts.
const sampleMembers = (schema: object | undefined) => (schema ? sampleOf(schema) : {}) as Record<string, string>

const samples = new Map<object, unknown>()

/** Always the same value for a schema: making one takes longer than a request. */
function sampleOf(schema: object): unknown {
  if (!samples.has(schema)) samples.set(schema, fc.sample(validValue(schema as Schema), { numRuns: 1, seed: 7 })[0])
  return samples.get(schema)
}
