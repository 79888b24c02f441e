import { DrizzleQueryError } from 'drizzle-orm'
import * as v from 'valibot'
import { SubjectError } from '../subject-error.ts'

/** Omits the message, which may contain a traveller's input. */
const frames = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())

/**
 * Returns loggable facts of an unexpected error. Queries: text with placeholders, SQLSTATE and constraint.
 * Validation: paths. Never values, which may be phone numbers or hashes.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  if (error instanceof DrizzleQueryError) {
    const cause: unknown = error.cause
    const databaseError =
      cause instanceof Error ? (cause as Error & { code?: unknown; constraint?: unknown }) : undefined
    return {
      name: 'query',
      query: error.query,
      code: databaseError?.code,
      constraint: databaseError?.constraint,
      at: frames(error),
    }
  }
  if (v.isValiError(error)) {
    // The message quotes the input.
    const paths = error.issues.slice(0, 5).map((issue) => v.getDotPath(issue))
    return { name: error.name, paths, at: frames(error) }
  }
  if (error instanceof SubjectError) return { ...error.ids, ...describeError(error.cause) }
  if (error instanceof AggregateError) {
    return { name: error.name, message: error.message, errors: error.errors.slice(0, 5).map(describeError) }
  }
  return { name: error.name, message: error.message, at: frames(error) }
}
