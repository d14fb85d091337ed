import type { FastifyReply } from 'fastify'
import { isPassing } from '../../database/outage.ts'
import { type ErrorKind, ServiceError } from '../../errors.ts'
import { NO_ID, toWireId } from '../../ids.ts'
import type { Sent } from '../idempotency/idempotency.ts'
import type { UnreadableId } from '../request/validate.ts'

/** A problem document, RFC 9457, as it leaves the service. */
type Problem = {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  rate_limited: 429,
  not_implemented: 501,
  upstream: 502,
  unavailable: 503,
  timeout: 504,
}

export const PROBLEM_TYPE = 'application/problem+json'

type Troubled = {
  path: string
  requestId: string
  /** Largest body the endpoint takes. */
  maxBodyBytes?: number
  /** Where a client learns who issues credentials. */
  resourceMetadata?: string | undefined
  /** A token may come as a password. */
  takesBasic?: true | undefined
  /** Ids of the request that nothing can have, as they were sent. */
  unreadableIds?: readonly UnreadableId[] | undefined
}

export function problemOf(error: unknown, request: Troubled): Problem {
  const known = error instanceof ServiceError ? error : translate(error, request)
  const status = known.code === 'internal_error' ? 500 : STATUS[known.kind]
  const { title, detail, suggestedFix, extra, headers } = known.text
  return {
    status,
    headers: { ...(status === 401 ? challenge(known.code, request) : {}), ...headers },
    body: {
      type: `urn:svc:problem:${known.code}`,
      code: known.code,
      title,
      status,
      detail: asSent(detail, request.unreadableIds),
      suggested_fix: suggestedFix,
      instance: request.path,
      request_id: request.requestId,
      ...asSent(extra, request.unreadableIds),
    },
  }
}

/** An id that cannot be read became the one that nothing has; a problem names what was sent. */
function asSent<T>(value: T, ids?: readonly UnreadableId[]): T
function asSent(value: unknown, ids: readonly UnreadableId[] = []): unknown {
  if (ids.length === 0) return value
  if (typeof value === 'string')
    return ids.reduce((text, { prefix, sent }) => text.replaceAll(toWireId(prefix, NO_ID), () => sent), value)
  if (Array.isArray(value)) return value.map((item) => asSent(item, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asSent(member, ids)]))
}

/** Errors that others throw, in our words. Anything else is ours to fix, and nothing of it is shown. */
function translate(error: unknown, { maxBodyBytes }: Troubled): ServiceError {
  const status = statusOfReading(error)
  if (status === 413) return bodyTooLarge(maxBodyBytes)
  if (status === 415) return unsupportedMediaType()
  if (status !== undefined) return unreadable()
  return isPassing(error) ? unavailable() : internalError()
}

/** What Fastify found while it read the request; a status on any other error says something about another server. */
function statusOfReading(error: unknown): number | undefined {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined
  return String(code).startsWith('FST_') || code === 'ECONNRESET' ? statusCode : undefined
}

function challenge(code: string, { resourceMetadata: metadata, takesBasic }: Troubled): Record<string, string> {
  // Alone: some programs read the first challenge only.
  if (takesBasic) return { 'www-authenticate': 'Basic realm="svc", charset="UTF-8"' }
  const reason = code === 'unauthenticated' ? '' : ', error="invalid_token"'
  const place = metadata ? `, resource_metadata="${metadata}"` : ''
  return { 'www-authenticate': `Bearer realm="svc"${reason}${place}` }
}

const internalError = () =>
  // The kind is of no meaning here: problemOf answers 500 for this code.
  new ServiceError('unavailable', 'internal_error', {
    title: 'Something went wrong on our side',
    detail: 'The request could not be completed because of a fault in the service.',
    suggestedFix: 'Try again; if it happens again, report the request_id.',
  })

export const unavailable = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The service is busy',
    detail: 'Something the service needs did not answer in time.',
    suggestedFix: 'Send the same request again after the seconds named in Retry-After.',
    headers: { 'retry-after': '2' },
  })

export const bodyTooLarge = (maxBytes?: number) =>
  new ServiceError('too_large', 'payload_too_large', {
    title: 'The body is too large',
    detail: maxBytes
      ? `This endpoint takes a body of ${maxBytes} bytes at most.`
      : 'The body is larger than this endpoint takes.',
    suggestedFix: 'Send less in one request, or upload the file through an upload slot.',
    extra: { max_bytes: maxBytes ?? null },
  })

export const unsupportedMediaType = () =>
  new ServiceError('unsupported', 'unsupported_media_type', {
    title: 'This kind of body is not understood here',
    detail: 'The Content-Type, charset or Content-Encoding of the request is not one this endpoint takes.',
    suggestedFix:
      'Send application/json in UTF-8 and uncompressed, or the type the API reference names for this endpoint.',
  })

export const unreadable = () =>
  new ServiceError('invalid', 'bad_request', {
    title: 'The request cannot be read',
    detail: 'The address is not well-formed, or the body is not what its Content-Type says.',
    suggestedFix: 'Check that the path is percent-encoded UTF-8 and that the body is valid JSON (or multipart).',
  })

export function sendProblem(reply: FastifyReply, { status, headers, body }: Sent, type = PROBLEM_TYPE) {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  // As bytes: to a text Fastify would add a charset, which this media type does not have.
  return reply
    .code(status)

    .type(type)
    .send(Buffer.from(JSON.stringify(body)))
}
