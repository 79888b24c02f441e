import { type Attributes, type Span, type SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** Its spans cost almost nothing unless `startTraces` was called. */
export const tracer = trace.getTracer('handsfree')

/** Without the error's message, which may contain user input. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
}

/** Runs work in a span, which becomes the parent of the spans inside. */
export const withSpan = <Result>(
  { name, kind, attributes }: { name: string; kind: SpanKind; attributes?: Attributes },
  work: () => Promise<Result>,
): Promise<Result> =>
  tracer.startActiveSpan(name, { kind, ...(attributes && { attributes }) }, async (span) => {
    try {
      return await work()
    } catch (error) {
      failSpan(span, error)
      throw error
    } finally {
      span.end()
    }
  })
