import { existsSync, readFileSync } from 'node:fs'
import { API_VERSION, type Endpoint, isMutating } from '../src/platform/http/endpoint.ts'

/** What every answer of the service must have, no matter who asked for what. */

export type Answered = { status: number; headers: Headers; problem?: Record<string, unknown> | undefined }

/** Codes an endpoint need not list: any may come from the way all requests are read. */
const EVERYWHERE = [
  'bad_request', 'unknown_host', 'unknown_api_version', 'method_not_allowed', 'unsupported_media_type', 'payload_too_large', 'validation_error',
  'unknown_field', 'not_found',
] // biome-ignore format: a list
const FROM_THE_DOOR = [
  'unauthenticated', 'invalid_token', 'expired_token', 'revoked_token', 'session_revoked', 'insufficient_scope', 'rate_limited',
] // biome-ignore format: a list
const FROM_THE_PLACE = ['out_of_reach', 'role_required', 'owner_required', 'hidden_rows', 'policy_input']
const FROM_KEYS = ['idempotency_key_reused', 'idempotency_in_progress', 'out_of_reach', 'result_invalidated']

const MEMBERS = ['type', 'code', 'title', 'status', 'detail', 'suggested_fix', 'instance', 'request_id']

/** What is wrong with an answer, in words. */
export function judge(endpoint: Endpoint, { status, headers, problem }: Answered): string[] {
  const faults: string[] = []
  const requestId = headers.get('x-request-id') ?? ''
  if (!/^req_[0-9A-Z]{26}$/.test(requestId)) faults.push(`X-Request-Id is '${requestId}'`)
  if (headers.get('x-svc-api-version') !== API_VERSION) faults.push('X-SVC-API-Version is missing')
  if (headers.get('x-content-type-options') !== 'nosniff') faults.push('nosniff is missing')
  if (endpoint.scope !== 'none' && isLetIn(status, problem) && !hasQuota(headers))
    faults.push('RateLimit headers are missing')
  // A replayed answer is the first one's, with the id it had.
  const isReplay = headers.has('idempotency-replayed')
  if (problem) return [...faults, ...faultsOfProblem(endpoint, status, isReplay ? undefined : requestId, problem)]
  const less = endpoint.scope === 'none' ? undefined : endpoint.withLess
  const declared = [endpoint.status, ...(endpoint.alsoStatus ?? []), ...(less ? [less.status] : [])]
  if (!declared.includes(status)) faults.push(`${status} is neither declared nor a problem`)
  return faults
}

/** What cannot be read may be refused before anybody looks who sent it. */
const BEFORE_THE_DOOR = ['unauthenticated', 'method_not_allowed', 'unknown_api_version', 'unknown_host', 'bad_request']

const isLetIn = (status: number, problem: Answered['problem']) =>
  status !== 401 && !BEFORE_THE_DOOR.includes(String(problem?.code))

const hasQuota = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].every((name) => /^\d+$/.test(headers.get(`ratelimit-${name}`) ?? ''))

function faultsOfProblem(
  endpoint: Endpoint,
  status: number,
  requestId: string | undefined,
  problem: Record<string, unknown>,
): string[] {
  const { code, type, status: stated, request_id: repeated } = problem
  const faults = MEMBERS.filter((name) => problem[name] === undefined || problem[name] === '').map(
    (name) => `the problem has no ${name}`,
  )
  if (status >= 500 && !endpoint.problems?.includes(String(code))) faults.push(`answered ${status} ${code}`)
  if (type !== `urn:svc:problem:${code}`) faults.push(`type is ${type}`)
  if (stated !== status) faults.push(`status says ${stated}, the answer is ${status}`)
  if (requestId !== undefined && repeated !== requestId) faults.push(`request_id is ${repeated}`)
  if (!codesOf(endpoint).includes(String(code))) faults.push(`${code} is not among its problems`)
  return [...faults, ...faultsOfPage(String(code), status)]
}

function codesOf(endpoint: Endpoint): string[] {
  return [
    ...EVERYWHERE,
    ...(endpoint.scope === 'none' ? [] : FROM_THE_DOOR),
    ...(endpoint.callers ? ['session_required'] : []),
    ...(endpoint.reach ? FROM_THE_PLACE : []),
    ...(isMutating(endpoint) ? FROM_KEYS : []),
    ...(endpoint.problems ?? []),
  ]
}

const PAGES = new URL('../../docs/problems/', import.meta.url)

/** Each code has a page that says what it is and which status it comes with. */
export function faultsOfPage(code: string, status?: number): string[] {
  const page = new URL(`${code}.md`, PAGES)
  if (!existsSync(page)) return [`docs/problems/${code}.md is missing`]
  const text = readFileSync(page, 'utf8')
  if (!text.startsWith(`# ${code}\n`)) return [`docs/problems/${code}.md does not begin with its code`]
  const [, stated = ''] = /^\*\*Status\*\* (.+)$/m.exec(text) ?? []
  return status === undefined || stated.includes(String(status))
    ? []
    : [`docs/problems/${code}.md says ${stated}, not ${status}`]
}
