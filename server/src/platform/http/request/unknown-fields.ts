import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, isMutating } from '../endpoint.ts'
import { unknownField } from '../http.errors.ts'
import type { FieldPath } from '../response/declared.ts'

/** They keep a write from doing harm: where one is not known, the write would be done all the same. */
export const SAFEGUARDS: readonly string[] = ['dry_run', 'expected_version', 'expected_versions']

type Part = 'query' | 'body'

/** Whether the caller wants to hear of what would pass otherwise: fields that are not known, numbers in text columns. */
export const isStrict = ({ prefer }: FastifyRequest['headers']) => /\bhandling=strict\b/.test(String(prefer ?? ''))

/** Parameters of the query string that the endpoint does not know. */
export function unknownIn({ query: schema }: Endpoint, query: Readonly<Record<string, unknown>>): FieldPath[] {
  // Safe: only its members are looked at.
  const { properties = {}, additionalProperties } = (schema ?? {}) as {
    properties?: Record<string, unknown>
    additionalProperties?: unknown
  }
  if (additionalProperties) return []
  return Object.keys(query).flatMap((name) => (Object.hasOwn(properties, name) ? [] : [[name]]))
}

/**
 * Unknown fields are ignored and named in the answer, or refused where the caller wants it strict. A write refuses an unknown
 * safeguard always, and If-Match where it compares no version.
 */
export function ignoreFields(
  endpoint: Endpoint,
  part: Part,
  ignored: readonly FieldPath[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (ignored.length === 0) return
  const dangerous = isMutating(endpoint) ? ignored.filter(isSafeguard) : []
  if (dangerous.length > 0) throw unknownField(part, dangerous)
  if (isStrict(request.headers)) throw unknownField(part, ignored)
  const before = reply.getHeader(HEADER)
  reply.header(HEADER, listInHeader(ignored, typeof before === 'string' ? before : ''))
}

export function refuseIfMatch(endpoint: Endpoint, request: FastifyRequest) {
  if (request.headers['if-match'] === undefined || endpoint.locks || !isMutating(endpoint)) return
  throw unknownField('header', [['If-Match']])
}

const HEADER = 'x-svc-ignored-fields'

const isSafeguard = ([name, ...further]: FieldPath) => further.length === 0 && SAFEGUARDS.includes(String(name))

/** Clients take some kilobytes of headers only, so a long list is cut short. */
function listInHeader(fields: readonly FieldPath[], before: string): string {
  let list = before
  for (const field of fields) {
    const name = encodeURIComponent(field.join('.').slice(0, 200).toWellFormed())
    if (list.length + name.length > 4_000) break
    list += list ? `, ${name}` : name
  }
  return list
}
