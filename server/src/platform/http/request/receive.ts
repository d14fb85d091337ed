import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Turn } from '../../turns.ts'
import { type Endpoint, pathOf } from '../endpoint.ts'
import { noSuchRoute, validationError } from '../http.errors.ts'
import { splitDeclared } from '../response/declared.ts'
import { refuseIfNotStorable } from './storable.ts'
import { ignoreFields, refuseIfMatch, unknownIn } from './unknown-fields.ts'
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

/** Parameters and headers that would be ignored: named in the answer, or refused. */
export function lookAtUnknown(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  // Safe: Fastify makes a plain object of it.
  ignoreFields(endpoint, 'query', unknownIn(endpoint, request.query as Record<string, unknown>), request, reply)
  refuseIfMatch(endpoint, request)
}

/** What an endpoint without a body takes of one. */
const NOTHING = Type.Object({}, { additionalProperties: false })

/** A body of this size is read for so long that others have their turn between the steps. */
const LARGE_BYTES = 256 * 1024

/** Reads the body likewise. */
export async function receiveBody(
  endpoint: Endpoint,
  checks: Checks,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: unknown = request.body,
): Promise<unknown> {
  const { body: schema, locks } = endpoint
  const pause = async () => {
    if (request.rawBody && request.rawBody.length > LARGE_BYTES) await new Turn().next()
  }
  const { declared, ignored } = splitDeclared(schema ?? NOTHING, sent === undefined ? {} : sent)
  ignoreFields(endpoint, 'body', ignored, request, reply)
  if (!schema) return undefined
  await pause()
  refuseIfNotStorable('body', declared)
  await pause()
  if (locks === 'body') applyIfMatch(request.headers['if-match'], 'body', declared)
  checks.body?.(declared, request.unreadableIds)
  await pause()
  return declared
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
