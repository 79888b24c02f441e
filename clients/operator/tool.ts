import type { Command } from 'commander'
import { type Session, UsageError } from './session.ts'

/** Custom output lines; null for the default format. `url` is the server's. */
type FormatLines = (result: never, url: string) => string[] | null

export type Tool = {
  program: Command
  /**
   * Wraps an action for commander: opens a session and prints the result, page by page if it comes from `pagesOf`.
   */
  run<Words extends unknown[]>(
    action: (session: Session, ...args: Words) => Promise<unknown>,
    lines?: FormatLines,
  ): (...args: Words) => Promise<void>
}

export const addValue = (value: string, values: string[] = []): string[] => [...values, value]

/** Returns an option that other arguments require. Throws `UsageError`. */
export const requireOption = (value: string | undefined, name: string): string => {
  if (!value) throw new UsageError(`Missing --${name}.`)
  return value
}
