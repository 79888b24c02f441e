import { DrizzleQueryError } from 'drizzle-orm'

const longest = 200

/** An error for a row's last error, in one short line. The text of a failed query may hold what a traveller typed. */
export function lastErrorOf(error: unknown): string {
  if (error instanceof DrizzleQueryError) return 'the database refused it'
  const message = error instanceof Error ? error.message : typeof error
  return message.replaceAll(/\s+/g, ' ').slice(0, longest)
}

/** Work that jobs do not repeat any more: an operator has to. */
export class GaveUp extends Error {
  override name = 'GaveUp'
}
