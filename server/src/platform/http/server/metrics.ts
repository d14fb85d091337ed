import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Platform } from '../../context.ts'
import { toWireId } from '../../ids.ts'
import { loggableUrl } from './loggable.ts'

/** What `/metrics` shows. Names follow OpenTelemetry; a route is its template, never a raw path. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(registry: Registry) {
  return {
    requestSeconds: new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
    activeRequests: new Gauge({
      name: 'http_server_active_requests',
      help: 'Requests under way',
      registers: [registry],
    }),
    rateLimited: new Counter({
      name: 'svc_rate_limited_total',
      help: 'Requests refused with 429',
      labelNames: ['plane'],
      registers: [registry],
    }),
    accountSeconds: new Counter({
      name: 'svc_account_busy_seconds_total',
      help: 'Time spent on the requests of an account where accounts are named; of all others together, as other',
      labelNames: ['account'],
      registers: [registry],
    }),
  }
}

/** Prometheus keeps a series for each. */
const MOST_ACCOUNTS = 300

/** Cost by user: ids only if the operator asks for them, and then as far as a node can distinguish. */
function accountLabels(namesAccounts: boolean) {
  const known = new Set<string>()
  return (accountId: string) => {
    if (namesAccounts && known.size < MOST_ACCOUNTS) known.add(accountId)
    return { account: known.has(accountId) ? toWireId('acc', accountId) : 'other' }
  }
}

/** One line and one measurement per request. Neither holds a header, a body or a secret parameter. */
export function observe(app: FastifyInstance, { log, settings }: Pick<Platform, 'log' | 'settings'>, metrics: Metrics) {
  const labelsOf = accountLabels(settings.metrics.namesAccounts)
  app.addHook('onRequest', async (_request, reply) => {
    metrics.activeRequests.inc()
    reply.raw.once('close', () => metrics.activeRequests.dec())
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.endpoint?.path ?? 'none'
    const status = String(reply.statusCode)
    metrics.requestSeconds
      .labels({ http_request_method: request.method, http_route: route, http_response_status_code: status })
      .observe(reply.elapsedTime / 1000)
    if (reply.statusCode === 429)
      metrics.rateLimited.labels({ plane: request.url.startsWith('/api/control') ? 'control' : 'data' }).inc()
    const caller = request.caller ?? request.linkHolder
    if (caller) metrics.accountSeconds.labels(labelsOf(caller.accountId)).inc(reply.elapsedTime / 1000)
    log.info(
      {
        request: request.id,
        req: { method: request.method, url: loggableUrl(request) },
        res: reply,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        caller: caller?.credentialId,
      },
      'request',
    )
  })
}
