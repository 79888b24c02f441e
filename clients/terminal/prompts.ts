import type { Formatter } from '@handsfree/core/i18n'
import { escapeUnprintable } from '@handsfree/core/lib'

/** The terminal was closed: Ctrl+C, Ctrl+D, or the end of piped input. */
export class Ended extends Error {
  override name = 'Ended'
}

export type Choice<Value> = { value: Value; label: string }

export type Prompts = {
  /** Aborted with `Ended` when the terminal closes. */
  signal: AbortSignal
  print(...lines: readonly string[]): void
  /** Returns the trimmed input, `initial` for an empty line. Rejects with the signal's reason. */
  ask(question: string, options: { signal: AbortSignal; initial?: string | undefined }): Promise<string>
  /** Returns the chosen value, `initial` for an empty line. */
  choose<Value>(
    question: string,
    choices: readonly Choice<Value>[],
    options: {
      signal: AbortSignal
      intl: Pick<Formatter, 'formatMessage'>
      initial?: Value
      inRows?: boolean
    },
  ): Promise<Value>
  close(): void
}

export type Streams = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream & { isTTY?: boolean } }

/** Escapes control characters except line breaks. */
export const printable = (text: string): string => text.split('\n').map(escapeUnprintable).join('\n')
