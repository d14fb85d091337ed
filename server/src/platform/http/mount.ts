import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Context, Platform, PublicContext } from '../context.ts'
import { ServiceError } from '../errors.ts'
import { fromWireId, NO_ID } from '../ids.ts'
import { Answer, type Endpoint, isMutating, JSON_TYPE, pathOf, pathsOf } from './endpoint.ts'
import { handle, prepare } from './handle.ts'
import { validationError } from './http.errors.ts'
import { hasAnswer, type KeyedRequest } from './idempotency/idempotency.store.ts'
import { answerForgotten, answerInvalidated, answerOnce, type Sent } from './idempotency/idempotency.ts'
import { fetchInside } from './inside.ts'
import type { LargeBodies } from './request/large-bodies.ts'
import { lessFor, letIn, lookAhead } from './request/let-in.ts'
import { type Checks, checksOf, lookAtUnknown, type Parts, receiveAddress, receiveBody } from './request/receive.ts'
import { receiveUpload } from './request/receive-upload.ts'
import { isStrict } from './request/unknown-fields.ts'
import type { RequestGuards } from './request-guards.ts'
import { answersSecret } from './response/answers-secret.ts'
import { keepDeclared } from './response/declared.ts'
import { problemOf, sendProblem } from './response/problem.ts'
import { PERSONAL } from './schema.ts'
import type { Patience } from './server/patience.ts'

const KEY = /^[\x20-\x7e]{1,255}$/

export const MAX_BODY_BYTES = 1024 * 1024

export type MountContext = { platform: Platform; guards: RequestGuards; patience: Patience; largeBodies: LargeBodies }

export function mount(app: FastifyInstance, endpoint: Endpoint, ground: MountContext) {
  for (const path of pathsOf(endpoint)) mountAt(app, path, endpoint, ground)
}

function mountAt(app: FastifyInstance, path: string, endpoint: Endpoint, ground: MountContext) {
  const { platform, guards, patience, largeBodies } = ground
  const checks = checksOf(endpoint)
  const goneSignal = endpoint.isEndless ? endlessly(app) : untilAnswered
  app.route({
    method: endpoint.method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.maxBodyBytes ?? MAX_BODY_BYTES,
    config: { endpoint },
    // Before the body is read: a stranger's upload costs nothing.
    onRequest: async (request, reply) => {
      request.ctx = {
        ...platform,
        requestId: request.id,
        ip: request.ip,
        isStrict: isStrict(request.headers),
        log: platform.log.child({ request: request.id }),
      }
      if (endpoint.headers) reply.headers(endpoint.headers)
      if (endpoint.scope === 'none') return
      lookAhead(endpoint, checks, request)
      await letIn(endpoint, guards, request, reply).catch(async (error: unknown) => {
        const { caller, ctx } = request
        if (caller) await reportRefused(endpoint, guards, { ...ctx, caller }, error, readPlace(request))
        throw error
      })
      if (request.caller) largeBodies.hold(request, reply, request.caller.accountId)
    },
    handler: async (request, reply) => {
      const sentKey = idempotencyKeyOf(endpoint, request)
      const address = receiveAddress(endpoint, checks, request)
      lookAtUnknown(endpoint, request, reply)
      const { landed: files, fields } = await receiveUpload(endpoint, request, reply, address, patience)
      const body = await receiveBody(endpoint, checks, request, reply, fields)
      await nameWorkspace(guards, request, [address.params, body])
      const key = endpoint.changesIf?.(body) === false ? undefined : sentKey
      const gone = goneSignal(reply)
      const received = { ...address, body, file: files[0], files, key, gone, inside: fetchInside(app, request, gone) }
      const sent = await answer(endpoint, guards, request, received, patience)
      // A client that stops reading would keep what it reads from running for ever.
      if (sent.body instanceof Readable) reply.raw.setTimeout(patience.stalledMs, () => reply.raw.destroy())
      return send(endpoint, checks, guards, reply, sent)
    },
  })
}

type RequestParts = {
  file: unknown
  files: readonly unknown[]
  key: string | undefined
  gone: AbortSignal
  inside: typeof fetch
}

async function answer(
  endpoint: Endpoint,
  guards: RequestGuards,
  request: FastifyRequest,
  { key, ...parts }: Parts & RequestParts,
  patience: Patience,
): Promise<Sent> {
  const { caller } = request
  const headers = request.headers as Record<string, string | undefined> // Safe: only single-valued headers are read.
  const received = { ...parts, headers, raw: request.rawBody }
  const holdsSecret = answersSecret(endpoint)
  const keyed = key && caller ? keyedRequest(endpoint, request, caller, key, parts.params) : undefined
  try {
    // What was answered once is not prepared again: its answer is read, and nothing else.
    const isKnown = keyed && endpoint.scope !== 'none' && endpoint.prepare && (await hasAnswer(request.ctx.db, keyed))
    const prepared = isKnown ? { error: answerForgotten() } : await prepare(endpoint, request.ctx, caller, received)
    const less = caller && lessFor(endpoint, guards, caller)
    const run = async (ctx: PublicContext) => {
      if (less) return sentBy(less, await less.handle({ ...received, ctx: { ...ctx, caller } }))
      return sentBy(endpoint, await handle(endpoint, ctx, request, received, prepared))
    }
    if (!keyed || !caller) return await run(request.ctx)
    const keepFailure = async (error: unknown) => {
      if (endpoint.scope === 'none' || less || 'error' in prepared) return
      await endpoint.takenBack?.({ ...request.ctx, caller }, prepared.value, error)
    }
    return await answerOnce({
      db: request.ctx.db,
      keyring: request.ctx.keyring,
      request: keyed,
      run: (tx) => run({ ...request.ctx, db: tx, idempotencyKey: keyed.key }),
      keepFailure,
      problem: (error) => problemOf(error, troubledBy(request)),
      mayReplay: async (tx, stored) => {
        guards.mayReplay(caller, stored, holdsSecret)
        if (!endpoint.reach) return
        const place = await guards.enter({ ...request.ctx, db: tx, caller }, endpoint.reach, parts.params)
        if (place && place.policyEpoch !== (stored.policyEpoch ?? 0)) throw answerInvalidated()
      },
      patienceMs: patience.twinMs,
    })
  } catch (error) {
    if (caller) await reportRefused(endpoint, guards, { ...request.ctx, caller }, error, parts.params)
    throw error
  }
}

const keyedRequest = (
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  key: string,
  params: Parts['params'],
): KeyedRequest => ({
  principal: caller.kind === 'key' ? caller.credentialId : caller.userId,
  method: endpoint.method,
  path: shortPathOf(request),
  key,
  bodyHash: hashOf(request),
  holder: {
    credentialId: caller.credentialId,
    accountId: caller.accountId,
    reach: caller.reach,
    scopes: [...caller.scopes],
    expiresAt: caller.expiresAt?.toISOString() ?? null,
  },
  workbookId: workbookIn(params),
})

/** A refusal in a workbook, by whichever guard, goes into its audit log. */
async function reportRefused(
  endpoint: Endpoint,
  guards: RequestGuards,
  ctx: Context,
  error: unknown,
  params: Parts['params'],
) {
  if (!(error instanceof ServiceError)) return
  const isForbidden = error.kind === 'forbidden'
  const workbookId = error.text.refusedAt?.workbookId ?? (isForbidden ? workbookIn(params) : null)
  if (workbookId !== null) await guards.refused(ctx, endpoint, error, workbookId)
}

/** At the door the parts of the path are not read yet. */
function readPlace({ params }: FastifyRequest): Parts['params'] {
  // Safe: Fastify reads parameters off the path, each as a text.
  const wire = workbookIn(params as Record<string, unknown>)
  return wire === null ? {} : { workbook_id: fromWireId('wb', wire) }
}

const workbookIn = ({ workbook_id: id }: Record<string, unknown>) => (typeof id === 'string' ? id : null)

/** One reason for all: an error of its own would cost every request that is cut short its stack. */
const CLIENT_GONE = new Error('the client went away')

function untilAnswered({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(CLIENT_GONE)
  })
  return controller.signal
}

/** For answers without an end: a node that stops does not wait for clients that would listen for ever. */
function endlessly(app: FastifyInstance): (reply: FastifyReply) => AbortSignal {
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const controller of open) controller.abort(CLIENT_GONE)
  })
  return ({ raw }) => {
    const controller = new AbortController()
    open.add(controller)
    raw.once('close', () => {
      open.delete(controller)
      controller.abort(CLIENT_GONE)
    })
    return controller.signal
  }
}

/** Puts the id of the caller's own workspace where a request calls it by its alias. */
async function nameWorkspace(guards: RequestGuards, { caller, ctx }: FastifyRequest, parts: readonly unknown[]) {
  // Safe: members are looked at by name only.
  const named = (parts as ({ workspace_id?: unknown } | undefined)[]).filter((part) => part?.workspace_id === PERSONAL)
  if (!caller || named.length === 0) return
  const workspaceId = (await guards.findPersonalWorkspace({ ...ctx, caller })) ?? NO_ID
  for (const part of named) if (part) part.workspace_id = workspaceId
}

const troubledBy = (request: FastifyRequest) => ({
  path: pathOf(request),
  requestId: request.id,
  unreadableIds: request.unreadableIds,
})

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

const sentBy = (endpoint: Pick<Endpoint, 'status'>, handled: unknown): Sent =>
  handled instanceof Answer
    ? { status: handled.status, headers: { ...handled.headers }, body: handled.body }
    : { status: endpoint.status, headers: {}, body: handled }

function send(endpoint: Endpoint, checks: Checks, guards: RequestGuards, reply: FastifyReply, sent: Sent) {
  // A problem that was remembered under an Idempotency-Key is one still.
  if (sent.status >= 400 && !endpoint.alsoStatus?.includes(sent.status)) return sendProblem(reply, sent)
  reply.code(sent.status)
  for (const [name, value] of Object.entries(sent.headers)) reply.header(name, value)
  if (endpoint.produces) return reply.type(String(sent.headers['content-type'] ?? endpoint.produces)).send(sent.body)
  // What the handler wrote itself, and named the type of. A stream that fails takes the connection with it.
  if (sent.body instanceof Readable) return reply.send(sent.body)
  if (Buffer.isBuffer(sent.body)) {
    const isJson = sent.headers['content-type'] === JSON_TYPE
    if (guards.checkResponses && isJson) mustMatch(endpoint, checks, JSON.parse(sent.body.toString()))
    return reply.send(sent.body)
  }
  if (!endpoint.response || sent.body === undefined) return reply.send()
  const body = keepDeclared(endpoint.response, sent.body)
  if (guards.checkResponses) mustMatch(endpoint, checks, body)
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
