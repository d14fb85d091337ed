import type { CallerKind } from '../caller.ts'
import { ServiceError } from '../errors.ts'

/** Problems every endpoint can report. */

export type FieldError = { loc: readonly (string | number)[]; code: string; message: string }

export const validationError = (errors: FieldError[]) =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'The request does not have the right shape',
    detail: errors[0] ? `${errors[0].loc.join('.')}: ${errors[0].message}` : 'The request does not match its schema.',
    suggestedFix: 'Mend the fields named in errors; the API reference at /docs/api shows the shape.',
    extra: { errors: errors.slice(0, 100) },
  })

export const unknownField = (part: 'query' | 'body' | 'header', fields: readonly FieldError['loc'][]) =>
  new ServiceError('unprocessable', 'unknown_field', {
    title: 'The request has fields this endpoint does not know',
    detail: `Unknown: ${fields
      .slice(0, 20)
      .map((field) => field.join('.').slice(0, 100))
      .join(', ')}.`,
    suggestedFix:
      'Leave them out. What keeps a write from doing harm is refused where it is not known; other fields only with Prefer: handling=strict.',
    extra: {
      errors: fields
        .slice(0, 100)
        .map((field) => ({ loc: [part, ...field], code: 'unknown_field', message: 'unknown field' })),
    },
  })

export const unknownApiVersion = (asked: string, known: string) =>
  new ServiceError('invalid', 'unknown_api_version', {
    title: 'This version of the API does not exist',
    detail: `You asked for ${asked}; the service speaks ${known}.`,
    suggestedFix: `Send X-SVC-API-Version: ${known}, or leave the header out.`,
  })

export const unknownHost = (name: string) =>
  new ServiceError('invalid', 'unknown_host', {
    title: 'This service is not known by that name',
    detail: `The Host header says ${name.slice(0, 255) || 'nothing'}, which is no name of this service.`,
    suggestedFix: 'Use the address that SVC_BASE_URL names; the operator can add further names with SVC_HOSTS.',
  })

export const noSuchRoute = (path: string) =>
  new ServiceError('not_found', 'not_found', {
    title: 'There is nothing here',
    detail: `No endpoint answers at ${path}.`,
    suggestedFix: 'See /docs/api for every path.',
    extra: { resource: 'endpoint', name: path },
  })

export const addressTooLong = () =>
  new ServiceError('invalid', 'bad_request', {
    title: 'The address is too long',
    detail: 'Filter, order and columns of one request may have 16 KiB together.',
    suggestedFix: 'Ask with fewer conditions, or with SQL.',
  })

export const methodNotAllowed = (path: string, allowed: string[]) =>
  new ServiceError('method_not_allowed', 'method_not_allowed', {
    title: 'This method does not work here',
    detail: `${path} answers ${allowed.join(', ')}.`,
    suggestedFix: 'Use one of the methods in the Allow header.',
    headers: { allow: allowed.join(', ') },
  })

export const invalidCursor = () =>
  new ServiceError('invalid', 'invalid_cursor', {
    title: 'This cursor cannot be used',
    detail: 'The cursor is damaged, was made for another list, or is too old.',
    suggestedFix: 'Start again without a cursor.',
  })

export const rateLimited = (reason: 'rate' | 'concurrency', limit: number, retryAfterSeconds: number) =>
  new ServiceError('rate_limited', 'rate_limited', {
    title: reason === 'rate' ? 'Too many requests' : 'Too many requests at once',
    detail:
      reason === 'rate'
        ? `This credential may make ${limit} requests a minute.`
        : `This credential already has as many requests under way as it may.`,
    suggestedFix: `Wait ${retryAfterSeconds} s, then go on more slowly.`,
    extra: { retry_after: retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  })

/** For bodies that are held in memory while their requests are served. */
export const tooManyBytes = () =>
  new ServiceError('rate_limited', 'rate_limited', {
    title: 'Too many bytes at once',
    detail: 'This account already sends as much in large bodies as it may hold at once.',
    suggestedFix: 'Send smaller bodies, or wait until those under way are answered.',
    extra: { retry_after: 1 },
    headers: { 'retry-after': '1' },
  })

export const insufficientScope = (missing: readonly string[]) =>
  new ServiceError('forbidden', 'insufficient_scope', {
    title: 'This credential may not do that',
    detail: `It lacks ${missing.join(', ')}.`,
    suggestedFix: 'Use a credential with these scopes; a new one can be minted with them.',
    extra: { required_scopes: missing },
  })

const NAMES: Record<CallerKind, string> = {
  session: 'the session of a logged-in person',
  pat: 'a personal access token',
  key: 'an account key',
  link: 'a link',
}

export const sessionRequired = (callers: readonly CallerKind[]) =>
  new ServiceError('forbidden', 'session_required', {
    title: 'This kind of credential may not do that',
    detail: `This call takes ${callers.map((kind) => NAMES[kind]).join(' or ')}, and nothing else.`,
    suggestedFix: 'Log in (POST /api/auth/login) and send the access token.',
  })

export const unauthenticated = () =>
  new ServiceError('unauthenticated', 'unauthenticated', {
    title: 'Who is asking?',
    detail: 'The request carries no credential.',
    suggestedFix: 'Send Authorization: Bearer with a token, a key or a session.',
  })

export const notAcceptable = (types: readonly string[]) =>
  new ServiceError('not_acceptable', 'not_acceptable', {
    title: 'Rows are not sent in this format here',
    detail: `This endpoint answers with ${types.join(', ')}.`,
    suggestedFix: 'Send one of these types as Accept, or leave the header out.',
    extra: { types },
  })
