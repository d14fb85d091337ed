import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Ahead } from '../platform/ahead.ts'
import type { Caller } from '../platform/caller.ts'
import type { Context, Platform, PublicContext } from '../platform/context.ts'
import { ServiceError } from '../platform/errors.ts'
import type { Limiter } from '../platform/limiter.ts'
import { keepDeclared } from './declared.ts'
import { Answer, type Endpoint, isMutating, JSON_TYPE, type Reached, scopesOf } from './endpoint.ts'
import { handle, prepare } from './handle.ts'
import { insufficientScope, rateLimited, sessionRequired, unauthenticated, validationError } from './http.errors.ts'
import type { StoredReach } from './idempotency.store.ts'
import { answerOnce, type Sent } from './idempotency.ts'
import { pathOf } from './path-of.ts'
import type { Patience } from './patience.ts'
import { problemOf } from './problem.ts'
import { type Checks, checksOf, type Parts, receiveAddress, receiveBody } from './receive.ts'
import { receiveUpload } from './receive-upload.ts'
import { sendProblem } from './send-problem.ts'

/** Who stands at the doors: `main` hands in what only the product knows. */
export type Doors = {
  limiter: Limiter
  /** Finds out who holds a credential, or throws what is wrong with it. */
  identify: (ctx: PublicContext, credential: string) => Promise<Caller>
  /** Of these scopes, the ones the caller lacks. */
  missingScopes: (caller: Caller, scopes: ReturnType<typeof scopesOf>) => string[]
  /** Throws unless the caller may be in the place that the path names. */
  enter: (ctx: Context, place: Reached, params: Record<string, unknown>) => Promise<unknown>
  /** Throws unless everything a credential of that reach could see, this caller may see too. */
  mayReplay: (caller: Caller, stored: StoredReach) => void
  /** A request was let in: counted for usage. */
  count: (caller: Caller) => void
  /** A refusal that somebody's audit log should tell of. */
  refused: (ctx: Context, endpoint: Endpoint, error: ServiceError) => Promise<void>
  /** Set in tests: a response that does not match its schema is a fault. */
  checkResponses: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    ctx: PublicContext
    caller: Caller | undefined
    rawBody: Buffer | undefined
    releaseSlot: (() => void) | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const KEY = /^[\x20-\x7e]{1,255}$/
const FOURTEEN_DAYS_MS = 14 * 24 * 3600 * 1000

export const MAX_BODY_BYTES = 1024 * 1024

export type Ground = { platform: Platform; doors: Doors; patience: Patience }

export function mount(app: FastifyInstance, endpoint: Endpoint, { platform, doors, patience }: Ground) {
  const checks = checksOf(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.maxBodyBytes ?? MAX_BODY_BYTES,
    config: { endpoint },
    // Before the body is read: a stranger's upload costs nothing.
    onRequest: async (request, reply) => {
      request.ctx = {
        ...platform,
        requestId: request.id,
        ip: request.ip,
        log: platform.log.child({ request: request.id }),
      }
      if (endpoint.scope === 'none') return
      lookAhead(endpoint, checks, request)
      await letIn(endpoint, doors, request, reply)
    },
    handler: async (request, reply) => {
      const key = idempotencyKeyOf(endpoint, request)
      const address = receiveAddress(endpoint, checks, request)
      const { landed: file, fields } = await receiveUpload(endpoint, request, reply, address, patience)
      const body = receiveBody(endpoint, checks, request, reply, fields)
      const received = { ...address, body, file, key, gone: goneSignal(reply) }
      const sent = await answer(endpoint, doors, request, received, patience)
      // A client that stops reading would keep what it reads from running for ever.
      if (sent.body instanceof Readable) reply.raw.setTimeout(patience.stalledMs)
      return send(endpoint, checks, doors, reply, sent)
    },
  })
}

/** Begins what the endpoint will read first. What is wrong with the address is told later, to whom it may be told. */
function lookAhead(endpoint: Endpoint, checks: Checks, request: FastifyRequest) {
  const credential = credentialOf(request)
  if (endpoint.scope === 'none' || !endpoint.ahead || credential === undefined) return
  try {
    const { params } = receiveAddress(endpoint, checks, request)
    request.ctx.ahead = new Ahead()
    endpoint.ahead(request.ctx, params, credential)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}

async function letIn(endpoint: Endpoint, doors: Doors, request: FastifyRequest, reply: FastifyReply) {
  const caller = await identify(doors, request)
  request.caller = caller
  const admission = await doors.limiter.admit(caller.credentialId, {
    perMinute: caller.ratePerMinute,
    atOnce: request.ctx.settings.limits.requestsAtOnce,
  })
  reply.header('ratelimit-limit', admission.limit)
  reply.header('ratelimit-remaining', admission.remaining)
  reply.header('ratelimit-reset', admission.resetSeconds)
  if (!admission.admitted) throw rateLimited(admission.reason, admission.limit, admission.retryAfterSeconds)
  request.releaseSlot = admission.release
  // The client may have gone away meanwhile; then nobody else gives the slot back.
  if (reply.raw.destroyed || reply.raw.closed) admission.release()
  doors.count(caller)
  const { kind, expiresAt } = caller
  const isEnding = expiresAt && expiresAt.getTime() - request.ctx.now().getTime() < FOURTEEN_DAYS_MS
  // A session is renewed all the time; only others must be told.
  if (isEnding && kind !== 'session') reply.header('x-svc-token-expires', expiresAt.toISOString())
  if (endpoint.callers && !endpoint.callers.includes(caller.kind)) throw sessionRequired(endpoint.callers)
  const missing = doors.missingScopes(caller, scopesOf(endpoint))
  if (missing.length > 0) throw insufficientScope(missing)
}

async function identify(doors: Doors, request: FastifyRequest): Promise<Caller> {
  const credential = credentialOf(request)
  if (!credential) throw unauthenticated()
  try {
    return await doors.identify(request.ctx, credential)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // Guessing is slowed down per network address; callers who are known never pay for it.
    const guess = await doors.limiter.admit(`guess:${request.ip}`, { perMinute: 300, atOnce: Number.MAX_SAFE_INTEGER })
    if (!guess.admitted) throw rateLimited('rate', guess.limit, guess.retryAfterSeconds)
    guess.release()
    throw error
  }
}

function credentialOf(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) return bearer
  const apiKey = request.headers['x-api-key']
  return typeof apiKey === 'string' && request.url.startsWith('/api/control') ? apiKey : undefined
}

async function answer(
  endpoint: Endpoint,
  doors: Doors,
  request: FastifyRequest,
  { key, ...parts }: Parts & { file: unknown; key: string | undefined; gone: AbortSignal },
  patience: Patience,
): Promise<Sent> {
  const { caller } = request
  const headers = request.headers as Record<string, string | undefined> // Safe: only single-valued headers are read.
  const received = { ...parts, headers }
  try {
    const prepared = await prepare(endpoint, request.ctx, caller, received)
    const run = async (ctx: PublicContext) => sentBy(endpoint, await handle(endpoint, ctx, caller, received, prepared))
    if (!key || !caller) return await run(request.ctx)
    return await answerOnce({
      db: request.ctx.db,
      keyring: request.ctx.keyring,
      request: {
        principal: caller.kind === 'key' ? caller.credentialId : caller.userId,
        method: endpoint.method,
        path: shortPathOf(request),
        key,
        bodyHash: hashOf(request),
        accountId: caller.accountId,
        reach: caller.reach,
      },
      run: (tx) => run({ ...request.ctx, db: tx, idempotencyKey: key }),
      problem: (error) => problemOf(error, { path: pathOf(request), requestId: request.id }),
      mayReplay: async (tx, stored) => {
        doors.mayReplay(caller, stored)
        if (endpoint.reach) await doors.enter({ ...request.ctx, db: tx, caller }, endpoint.reach, parts.params)
      },
      patienceMs: patience.twinMs,
    })
  } catch (error) {
    if (caller && error instanceof ServiceError && error.text.refusedAt)
      await doors.refused({ ...request.ctx, caller }, endpoint, error)
    throw error
  }
}

/** One reason for all: an error of its own would cost every request that is cut short its stack. */
const CLIENT_GONE = new Error('the client went away')

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(CLIENT_GONE)
  })
  return controller.signal
}

/** The query string is part of what was asked, beside the body's raw bytes. */
function hashOf(request: FastifyRequest): Buffer {
  const query = request.url.slice(pathOf(request).length)
  return createHash('sha256')
    .update(`${query}\n`)
    .update(request.rawBody ?? '')
    .digest()
}

function idempotencyKeyOf(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || !isMutating(endpoint)) return undefined
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw validationError([
      { loc: ['header', 'Idempotency-Key'], code: 'pattern', message: 'must be 1 to 255 printable ASCII characters' },
    ])
  }
  return key
}

function shortPathOf(request: FastifyRequest): string {
  const path = pathOf(request)
  return path.length <= 500 ? path : createHash('sha256').update(path).digest('hex')
}

const sentBy = (endpoint: Endpoint, handled: unknown): Sent =>
  handled instanceof Answer
    ? { status: handled.status, headers: { ...handled.headers }, body: handled.body }
    : { status: endpoint.status, headers: {}, body: handled }

function send(endpoint: Endpoint, checks: Checks, doors: Doors, reply: FastifyReply, sent: Sent) {
  // A problem that was remembered under an Idempotency-Key is one still.
  if (sent.status >= 400 && !endpoint.alsoStatus?.includes(sent.status)) return sendProblem(reply, sent)
  reply.code(sent.status)
  for (const [name, value] of Object.entries(sent.headers)) reply.header(name, value)
  if (endpoint.produces) return reply.type(String(sent.headers['content-type'] ?? endpoint.produces)).send(sent.body)
  // What the handler wrote itself, and named the type of. A stream that fails takes the connection with it.
  if (sent.body instanceof Readable) return reply.send(sent.body)
  if (Buffer.isBuffer(sent.body)) {
    const isJson = sent.headers['content-type'] === JSON_TYPE
    if (doors.checkResponses && isJson) mustMatch(endpoint, checks, JSON.parse(sent.body.toString()))
    return reply.send(sent.body)
  }
  if (!endpoint.response || sent.body === undefined) return reply.send()
  const body = keepDeclared(endpoint.response, sent.body)
  if (doors.checkResponses) mustMatch(endpoint, checks, body)
  return reply.type(JSON_TYPE).send(JSON.stringify(body))
}

function mustMatch(endpoint: Endpoint, checks: Checks, body: unknown) {
  try {
    // What is sent is its JSON; numbers that are kept digit by digit cannot be cloned in any other way.
    checks.response?.(JSON.parse(JSON.stringify(body)))
  } catch (error) {
    throw new Error(`${endpoint.operation} answered what its schema does not allow`, { cause: error })
  }
}
