import type { Command } from 'commander'
import { type Session, UsageError } from './session.ts'

/** Lines for people, where a result's usual table does not fit; null where it does. `url` is the server's. */
type Lines = (result: never, url: string) => string[] | null

export type Tool = {
  program: Command
  /** A commander action with a session. Its result is printed: page by page if it comes from `pagesOf`. */
  run<Words extends unknown[]>(
    action: (session: Session, ...words: Words) => Promise<unknown>,
    lines?: Lines,
  ): (...words: Words) => Promise<void>
}

/** Values of an option that may be repeated. */
export const addValue = (value: string, values: string[] = []): string[] => [...values, value]

/** The value of an option that other arguments require. Throws `UsageError`. */
export const required = (value: string | undefined, name: string): string => {
  if (!value) throw new UsageError(`--${name} is missing.`)
  return value
}
