import type { Formatter } from '@handsfree/core/i18n'
import { escapeUnprintable } from '@handsfree/core/lib'

/** The terminal was closed: Ctrl+C, Ctrl+D, or the end of the piped input. */
export class Ended extends Error {
  override name = 'Ended'
}

export type Choice<Value> = { value: Value; label: string }

/** Questions and output of the terminal. */
export type Prompts = {
  /** Aborted with `Ended` once the terminal is closed. */
  signal: AbortSignal
  /** Writes lines, above the question that waits for an answer. */
  tell(...lines: readonly string[]): void
  /** Returns what was typed, trimmed; `initial` for an empty line. Rejects with the reason of `signal`. */
  ask(question: string, options: { signal: AbortSignal; initial?: string | undefined }): Promise<string>
  /** Returns the value of the chosen label; `initial` for an empty line. */
  choose<Value>(
    question: string,
    choices: readonly Choice<Value>[],
    options: {
      signal: AbortSignal
      words: Pick<Formatter, 'formatMessage'>
      initial?: Value
      inRows?: boolean
    },
  ): Promise<Value>
  close(): void
}

/** The streams of a terminal: `process.stdin` and `process.stdout`, or those of a test. */
export type Streams = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream & { isTTY?: boolean } }

/** Keeps line breaks; escapes every other control character. */
export const printable = (text: string): string => text.split('\n').map(escapeUnprintable).join('\n')
