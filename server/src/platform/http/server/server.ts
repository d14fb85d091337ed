import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import type { Platform } from '../../context.ts'
import { newId, toWireId } from '../../ids.ts'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings.ts'
import { API_VERSION, type Endpoint, pathOf, pathsOf } from '../endpoint.ts'
import { methodNotAllowed, noSuchRoute, unknownApiVersion, unknownHost } from '../http.errors.ts'
import { isFromInside } from '../inside.ts'
import { MAX_BODY_BYTES, mount } from '../mount.ts'
import { readBodies } from '../request/bodies.ts'
import { LargeBodies } from '../request/large-bodies.ts'
import type { RequestGuards } from '../request-guards.ts'
import { PROBLEM_TYPE, problemOf, sendProblem, unavailable, unreadable } from '../response/problem.ts'
import { hostCheck } from './known-hosts.ts'
import { loggableError } from './loggable.ts'
import { type Metrics, observe } from './metrics.ts'
import { PATIENCE, type Patience } from './patience.ts'
import { traceRequests } from './trace.ts'

const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

type ServerParts = {
  platform: Platform
  guards: RequestGuards
  endpoints: readonly Endpoint[]
  metrics: Metrics
  /** For tests, which have less of it. */
  patience?: Partial<Patience>
}

export function createServer({ platform, guards, endpoints, metrics, patience: given }: ServerParts): FastifyInstance {
  const patience = { ...PATIENCE, ...given }
  const app = openServer(platform, patience)
  app.decorateRequest('ctx')
  app.decorateRequest('caller', undefined)
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('releaseSlot', undefined)
  app.decorateRequest('unreadableIds', undefined)
  readBodies(app)
  receiveRequests(app, platform.settings, patience)
  observe(app, platform, metrics)
  traceRequests(app)
  answerProblems(app, platform, endpoints)
  const largeBodies = new LargeBodies(platform.settings.accountShare)
  for (const endpoint of endpoints) mount(app, endpoint, { platform, guards, patience, largeBodies })
  return app
}

function openServer({ settings, log }: Platform, patience: Patience): FastifyInstance {
  return Fastify({
    // Our own lines are written in `observe`; Fastify's would hold whatever a client sends.
    logger: false,
    genReqId: () => toWireId('req', newId()),
    trustProxy: (_address, hop) => hop < settings.trustedProxies,
    bodyLimit: MAX_BODY_BYTES,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Without these a slow sender keeps its connection for ever.
    requestTimeout: patience.uploadMs,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: 1_000, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: false, caseSensitive: true },
    // Answered in `receiveRequests`, in the form of every other problem.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection,
    // Safe: Fastify leaves the types of a route that was never found open.
    frameworkErrors: (error, request, reply) =>
      refuseAddress(log, error, request as FastifyRequest, reply as FastifyReply),
  })
}

/** An address that cannot be read leads to no route, and so past every hook. */
function refuseAddress(log: Log, error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  stamp(request, reply)
  const problem = problemOf(error, { path: pathOf(request), requestId: request.id })
  log.info(
    { request: request.id, req: { method: request.method, url: 'none' }, res: reply.code(problem.status) },
    'request',
  )
  sendProblem(reply, problem)
}

const stamp = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id, 'x-svc-api-version': API_VERSION })

function receiveRequests(app: FastifyInstance, settings: Settings, patience: Patience) {
  const isForUs = hostCheck(settings)
  let isDraining = false
  app.addHook('preClose', async () => {
    isDraining = true
  })
  app.addHook('onRequest', async (request, reply) => {
    // Closed is closed, whether the answer was sent or the client went away.
    reply.raw.once('close', () => request.releaseSlot?.())
    stamp(request, reply)
    if (!request.routeOptions.config?.endpoint?.maxFileBytes) cutOffLate(request.raw, patience.requestMs)
    // Load balancers see 503 while a node drains.
    if (isDraining) throw unavailable()
    if (!isForUs(request.raw)) throw unknownHost(request.raw.headers.host ?? '')
    const asked = request.headers['x-svc-api-version']
    if (asked !== undefined && asked !== API_VERSION) throw unknownApiVersion(String(asked), API_VERSION)
  })
}

/** Node knows one time for all requests, which is that of large files; others have less. */
function cutOffLate(request: IncomingMessage, ms: number) {
  if (request.complete || isFromInside(request)) return
  const timer = setTimeout(() => {
    if (!request.complete) refuseConnection(Object.assign(new Error('late'), { code: LATE }), request.socket)
  }, ms).unref()
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
}

function answerProblems(app: FastifyInstance, platform: Platform, endpoints: readonly Endpoint[]) {
  const endpointsAt = routeTable(endpoints)
  app.setNotFoundHandler((request) => {
    const path = pathOf(request)
    const allowed = methodsOf(endpointsAt(path))
    throw allowed.length > 0 ? methodNotAllowed(path, allowed) : noSuchRoute(path)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { bodyLimit, config } = request.routeOptions
    // A method that does not work is refused in the words of those that do.
    const endpoint = config.endpoint ?? endpointsAt(pathOf(request))[0]
    const metadata = endpoint?.resourceMetadata
    const problem = problemOf(error, {
      path: pathOf(request),
      requestId: request.id,
      maxBodyBytes: bodyLimit,
      unreadableIds: request.unreadableIds,
      resourceMetadata: metadata && platform.settings.baseUrl + metadata,
      takesBasic: endpoint?.takesBasic,
    })
    if (problem.status >= 500 && problem.status !== 501) logFault(platform, request, error)
    const further = endpoint?.alsoSent?.(problem.status, problem.body)
    const body = endpoint?.problemBody?.(problem.status, problem.body) ?? { ...problem.body, ...further }
    const sent = { ...problem, body }
    return sendProblem(reply.headers(endpoint?.headers ?? {}), sent, endpoint?.problemType)
  })
}

function logFault(platform: Platform, request: FastifyRequest, error: Error) {
  const { operation } = request.routeOptions.config.endpoint ?? {}
  platform.log.error({ request: request.id, operation, fault: loggableError(error) }, 'request failed')
}

/** Which endpoints answer at a path, in any method. */
function routeTable(endpoints: readonly Endpoint[]) {
  const routes = endpoints.flatMap((endpoint) =>
    pathsOf(endpoint).map((path) => ({
      endpoint,
      pattern: new RegExp(`^${path.replace(/[.$]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )
  return (path: string) => routes.filter(({ pattern }) => pattern.test(path)).map(({ endpoint }) => endpoint)
}

/** For the Allow header. */
const methodsOf = (endpoints: readonly Endpoint[]) => [
  ...new Set(endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
]

/** Node's code for a request that takes too long. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

const STATUS: Record<string, number> = { [LATE]: 408, HPE_HEADER_OVERFLOW: 431 }

/** Ends a connection that brought no readable request in time. There is no request to answer, so the socket is written to. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable && !hasBegunToAnswer(socket)) socket.write(refusal(STATUS[error.code ?? ''] ?? 400))
  socket.destroy()
}

function hasBegunToAnswer(socket: Socket): boolean {
  // Safe: Node keeps the response under way on its socket; its own handler asks the same.
  return (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true
}

function refusal(status: number): string {
  const requestId = toWireId('req', newId())
  const problem = problemOf(unreadable(), { path: '', requestId })
  const body = JSON.stringify({ ...problem.body, status, ...TEXTS[status] })
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `x-svc-api-version: ${API_VERSION}`,
    'connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

const TEXTS: Record<number, { title: string; detail: string; suggested_fix: string }> = {
  408: {
    title: 'The request took too long to arrive',
    detail: 'Headers or body did not arrive in time.',
    suggested_fix: 'Send the request again over a faster connection.',
  },
  431: {
    title: 'The headers are too large',
    detail: 'The headers of one request may have 16 KiB together.',
    suggested_fix: 'Send fewer or shorter headers.',
  },
}
