import { DrizzleQueryError } from 'drizzle-orm'
import { SubjectError } from '../subject-error.ts'

const maxLength = 200

/** Returns a short line for a row's last error. Omits failed queries, which may contain a traveller's input. */
export function lastErrorOf(error: unknown): string {
  if (error instanceof SubjectError) return lastErrorOf(error.cause)
  if (error instanceof DrizzleQueryError) return 'the database rejected the query'
  const message = error instanceof Error ? error.message : typeof error
  return message.replaceAll(/\s+/g, ' ').slice(0, maxLength)
}

/** Work that jobs no longer retry; an operator must. */
export class GiveUpError extends Error {
  override name = 'GaveUp'
}
