import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const spans = new WeakMap<FastifyRequest, Span>()

/** One span per request, under the caller's own trace if one is sent. Costs nothing until an SDK is started. */
export function traceRequests(app: FastifyInstance) {
  const tracer = trace.getTracer('bindery')
  app.addHook('onRequest', async (request) => {
    const parent = propagation.extract(context.active(), request.headers)
    const route = request.routeOptions.config.endpoint?.path ?? 'none'
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'svc.request_id': request.id }
    spans.set(request, tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent))
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
