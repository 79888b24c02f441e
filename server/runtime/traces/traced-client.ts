import { SpanKind } from '@opentelemetry/api'
import type pg from 'pg'
import { failSpan, tracer } from './tracer.ts'

const textOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement
  return statement instanceof Object && 'text' in statement ? String(statement.text) : 'unknown'
}

/** A client that starts a span for each statement. Values are parameters, so the text contains none. */
export function tracedClient(Client: typeof pg.Client): typeof pg.Client {
  class TracedClient extends Client {
    // @ts-expect-error One signature instead of the overloads.
    override query(statement: unknown, ...rest: unknown[]): unknown {
      const text = textOf(statement)
      const span = tracer.startSpan(
        `database ${/^\s*\(?(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'}`,
        {
          kind: SpanKind.CLIENT,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
        },
      )
      const result: unknown = Reflect.apply(super.query, this, [statement, ...rest])
      if (result instanceof Promise) {
        result.then(
          () => span.end(),
          (error: unknown) => {
            failSpan(span, error)
            span.end()
          },
        )
      } else span.end()
      return result
    }
  }
  return TracedClient as unknown as typeof pg.Client
}
