import { context, type Span, SpanKind, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { failSpan, tracer } from '../traces/tracer.ts'
import { factsOf } from './call-facts.ts'
import { probes } from './probes.ts'
import { routeOf } from './request-log.ts'

/** Starts a span for each request except files and probes. It ends with the response. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, next) => {
    const route = routeOf(request)
    if (route === 'files' || probes.has(route)) return next()
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'handsfree.request_id': request.id,
    }
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes })
    spans.set(request, span)
    context.with(trace.setSpan(context.active(), span), next)
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (!span) return
    const { orderId, account } = factsOf(request)
    span.setAttributes({
      'http.response.status_code': reply.statusCode,
      ...(orderId !== undefined && { 'handsfree.order_id': orderId }),
      ...(account !== undefined && { 'handsfree.account': account }),
    })
    if (reply.statusCode >= 500) failSpan(span, new Error(String(reply.statusCode)))
    span.end()
  })
}
