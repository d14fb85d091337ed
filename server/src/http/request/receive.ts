import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, pathOf } from '../endpoint.ts'
import { noSuchRoute, unknownField, validationError } from '../http.errors.ts'
import { type FieldPath, splitDeclared } from '../response/declared.ts'
import { refuseIfNotStorable } from './storable.ts'
import { type Check, checkFor, type UnreadableId } from './validate.ts'

/** A request as its handler sees it. */
export type Parts = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

export type Checks = { params?: Check; query?: Check; body?: Check; response?: Check }

export function checksOf(endpoint: Endpoint): Checks {
  return {
    ...(endpoint.params ? { params: checkFor('path', endpoint.params) } : {}),
    ...(endpoint.query ? { query: checkFor('query', endpoint.query) } : {}),
    ...(endpoint.body ? { body: checkFor(endpoint.consumes === 'multipart' ? 'form' : 'body', endpoint.body) } : {}),
    ...(endpoint.response ? { response: checkFor('body', endpoint.response) } : {}),
  }
}

/** Reads path and query as the endpoint's schemas say, or throws what does not fit them. */
export function receiveAddress(endpoint: Endpoint, checks: Checks, request: FastifyRequest): Omit<Parts, 'body'> {
  // Safe: Fastify makes plain objects of both.
  const params = { ...(request.params as Record<string, string>) }
  for (const [name, value] of Object.entries(params)) {
    // The router takes nothing at all for a name, too.
    if (value === '') throw noSuchRoute(pathOf(request))
    params[name] = value.normalize('NFC')
  }
  const query = { ...(request.query as Record<string, unknown>) }
  refuseIfNotStorable('path', params)
  refuseIfNotStorable('query', query)
  if (endpoint.locks === 'query') applyIfMatch(request.headers['if-match'], 'query', query)
  const unreadable: UnreadableId[] = []
  checks.params?.(params, unreadable)
  checks.query?.(query, unreadable)
  request.unreadableIds = unreadable
  return { params, query }
}

/** Whether the caller wants to hear of what would pass otherwise: fields that are not known, numbers in text columns. */
export const isStrict = ({ prefer }: FastifyRequest['headers']) => /\bhandling=strict\b/.test(String(prefer ?? ''))

/** Reads the body likewise. */
export function receiveBody(
  { locks, body: schema }: Endpoint,
  checks: Checks,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: unknown = request.body,
): unknown {
  if (!schema) return undefined
  const { declared, ignored } = splitDeclared(schema, sent === undefined ? {} : sent)
  if (ignored.length > 0) {
    if (isStrict(request.headers)) throw unknownField(ignored)
    reply.header('x-svc-ignored-fields', listInHeader(ignored))
  }
  refuseIfNotStorable('body', declared)
  if (locks === 'body') applyIfMatch(request.headers['if-match'], 'body', declared)
  checks.body?.(declared, request.unreadableIds)
  return declared
}

/** Clients take some kilobytes of headers only, so a long list is cut short. */
function listInHeader(fields: FieldPath[]): string {
  let list = ''
  for (const field of fields) {
    const name = encodeURIComponent(field.join('.').slice(0, 200).toWellFormed())
    if (list.length + name.length > 4_000) break
    list += list ? `, ${name}` : name
  }
  return list
}

/**
 * If-Match says what `expected_version` says: it stands in for it where that is left out, and must not contradict it.
 * `*` is for whatever is there, as null is.
 */
function applyIfMatch(header: string | undefined, part: 'body' | 'query', values: unknown) {
  if (header === undefined || typeof values !== 'object' || values === null) return
  const version = versionIn(header)
  // Safe: an object. A query string has texts only.
  const members = values as Record<string, unknown>
  const expected = part === 'query' ? String(version) : version
  if (members.expected_version === undefined) members.expected_version = expected
  else if (members.expected_version !== expected) throw wrong('conflict', 'says another version than expected_version')
}

function versionIn(header: string): number | null {
  if (header.trim() === '*') return null
  const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(header)?.[1]
  if (version === undefined) throw wrong('pattern', 'must be the ETag of a read, or *')
  return Number(version)
}

const wrong = (code: string, message: string) => validationError([{ loc: ['header', 'If-Match'], code, message }])
