import type { FastifyReply, FastifyRequest } from 'fastify'
import { Ahead } from '../../ahead.ts'
import type { Caller, LinkHolder } from '../../caller.ts'
import { ServiceError } from '../../errors.ts'
import { networkOf } from '../../network.ts'
import { type Endpoint, scopesOf } from '../endpoint.ts'
import { insufficientScope, rateLimited, sessionRequired, unauthenticated } from '../http.errors.ts'
import type { RequestGuards } from '../request-guards.ts'
import { type Checks, receiveAddress } from './receive.ts'

const FOURTEEN_DAYS_MS = 14 * 24 * 3600 * 1000

/** Begins what the endpoint will read first. What is wrong with the address is reported later, and only to callers who may know. */
export function lookAhead(endpoint: Endpoint, checks: Checks, request: FastifyRequest) {
  const credential = credentialOf(endpoint, request)
  if (endpoint.scope === 'none' || !endpoint.ahead || credential === undefined) return
  try {
    const { params } = receiveAddress(endpoint, checks, request)
    request.ctx.ahead = new Ahead()
    endpoint.ahead(request.ctx, params, credential)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}

/** Checks who the caller is, that they do not ask too often, and that they may ask this at all. */
export async function letIn(endpoint: Endpoint, guards: RequestGuards, request: FastifyRequest, reply: FastifyReply) {
  if (endpoint.scope === 'link') {
    request.linkHolder = await identify(guards, request, endpoint, guards.identifyLink)
    await admit(guards, request, reply, request.linkHolder)
    return
  }
  const caller = await identify(guards, request, endpoint, guards.identify)
  request.caller = caller
  await admit(guards, request, reply, caller)
  if (endpoint.callers && !endpoint.callers.includes(caller.kind)) throw sessionRequired(endpoint.callers)
  const missing = guards.missingScopes(caller, scopesOf(endpoint))
  if (missing.length > 0 && !lessFor(endpoint, guards, caller)) throw insufficientScope(missing)
}

/** Holds the caller to its rate, counts the request, and warns of the end of the credential. */
async function admit(guards: RequestGuards, request: FastifyRequest, reply: FastifyReply, caller: Caller | LinkHolder) {
  const admission = await guards.limiter.admit(rateSubject(caller), {
    perMinute: caller.ratePerMinute,
    atOnce: request.ctx.settings.limits.requestsAtOnce,
  })
  reply.header('ratelimit-limit', admission.limit)
  reply.header('ratelimit-remaining', admission.remaining)
  reply.header('ratelimit-reset', admission.resetSeconds)
  if (!admission.admitted) throw rateLimited(admission.reason, admission.limit, admission.retryAfterSeconds)
  request.releaseSlot = admission.release
  // The client may have gone away meanwhile; then nothing else gives the slot back.
  if (reply.raw.destroyed || reply.raw.closed) admission.release()
  guards.count(caller)
  const { kind, expiresAt } = caller
  const isEnding = expiresAt && expiresAt.getTime() - request.ctx.now().getTime() < FOURTEEN_DAYS_MS
  // A session is renewed all the time; only others must be warned.
  if (isEnding && kind !== 'session') reply.header('x-svc-token-expires', expiresAt.toISOString())
}

/** What the endpoint does instead for a caller who lacks its scopes and has the lesser one. */
export function lessFor(endpoint: Endpoint, guards: Pick<RequestGuards, 'missingScopes'>, caller: Caller) {
  if (endpoint.scope === 'none' || !endpoint.withLess) return undefined
  if (guards.missingScopes(caller, scopesOf(endpoint)).length === 0) return undefined
  return guards.missingScopes(caller, [endpoint.withLess.scope]).length === 0 ? endpoint.withLess : undefined
}

/** All sessions of a user share one bucket: another login brings no more requests. */
const rateSubject = ({ kind, userId, credentialId }: Caller | LinkHolder) =>
  kind === 'session' ? `user:${userId}` : credentialId

async function identify<C>(
  guards: RequestGuards,
  request: FastifyRequest,
  endpoint: Endpoint,
  by: (ctx: FastifyRequest['ctx'], credential: string) => Promise<C>,
): Promise<C> {
  const credential = credentialOf(endpoint, request)
  if (!credential) throw unauthenticated()
  try {
    return await by(request.ctx, credential)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // Guessing is slowed down per network address; callers who are known never pay for it.
    const guess = await guards.limiter.admit(`guess:${networkOf(request.ip)}`, {
      perMinute: 300,
      atOnce: Number.MAX_SAFE_INTEGER,
    })
    if (!guess.admitted) throw rateLimited('rate', guess.limit, guess.retryAfterSeconds)
    guess.release()
    throw error
  }
}

function credentialOf({ takesBasic }: Endpoint, request: FastifyRequest): string | undefined {
  const sent = request.headers.authorization ?? ''
  const bearer = /^Bearer +(\S+)$/i.exec(sent)?.[1]
  if (bearer) return bearer
  const basic = takesBasic ? /^Basic +([A-Za-z0-9+/_=-]+)$/i.exec(sent)?.[1] : undefined
  if (basic) return passwordIn(basic)
  const apiKey = request.headers['x-api-key']
  return typeof apiKey === 'string' && request.url.startsWith('/api/control') ? apiKey : undefined
}

/** The user may be anything: the token says who it is. */
function passwordIn(basic: string): string | undefined {
  const pair = Buffer.from(basic, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon < 0 || colon === pair.length - 1 ? undefined : pair.slice(colon + 1)
}
