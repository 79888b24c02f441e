import type { Command } from 'commander'
import { type Session, UsageError } from './session.ts'

/** Custom output lines; null for the default format. `url` is the server's. */
type Lines = (result: never, url: string) => string[] | null

export type Tool = {
  program: Command
  /**
   * Wraps an action for commander: opens a session and prints the result, page by page if it comes from `pagesOf`.
   */
  run<Words extends unknown[]>(
    action: (session: Session, ...words: Words) => Promise<unknown>,
    lines?: Lines,
  ): (...words: Words) => Promise<void>
}

export const addValue = (value: string, values: string[] = []): string[] => [...values, value]

/** Returns an option that other arguments require. Throws `UsageError`. */
export const required = (value: string | undefined, name: string): string => {
  if (!value) throw new UsageError(`Missing --${name}.`)
  return value
}
