import { clearLine, cursorTo } from 'node:readline'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import type { Formatter } from '@handsfree/core/format'
import { escapeUnprintable } from '@handsfree/core/text'

/** The terminal was closed: Ctrl+C, Ctrl+D, or the end of what was piped in. */
export class Ended extends Error {
  override name = 'Ended'
}

export type Choice<Value> = { value: Value; label: string }
type Words = Pick<Formatter, 'formatMessage'>

/** What is asked and told in the terminal. */
export type Prompts = {
  /** Aborted with `Ended` once the terminal is closed. */
  signal: AbortSignal
  /** Writes lines, above the question that waits for an answer. */
  tell(...lines: readonly string[]): void
  /** Answers what was typed, trimmed; `initial` for an empty line. Rejects with the reason of `signal`. */
  ask(question: string, options: { signal: AbortSignal; initial?: string | undefined }): Promise<string>
  /** Answers the value of the number or the words that were typed; `initial` for an empty line. */
  choose<Value>(
    question: string,
    choices: readonly Choice<Value>[],
    options: { signal: AbortSignal; words: Words; initial?: Value; inRows?: boolean },
  ): Promise<Value>
  close(): void
}

/** Labels of one row, for lists of short ones. */
const rowLength = 6

const numbered = (labels: readonly string[], inRows: boolean): string[] => {
  const cells = labels.map((label, index) => `${String(index + 1).padStart(4)}  ${label}`)
  if (!inRows) return cells
  return Array.from({ length: Math.ceil(cells.length / rowLength) }, (_, row) =>
    cells.slice(row * rowLength, (row + 1) * rowLength).join('  '),
  )
}

export function openPrompts(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Prompts {
  const isTerminal = output.isTTY === true
  const lines = createInterface({ input, output, terminal: isTerminal })
  const ended = new AbortController()
  const typed: string[] = []
  let take: ((line: string) => void) | null = null
  lines.on('line', (line) => {
    if (take) take(line)
    else typed.push(line)
  })
  let isClosed = false
  // What was piped in is answered to its last line.
  const endIfSilent = () => {
    if (isClosed && typed.length === 0) ended.abort(new Ended())
  }
  lines.on('close', () => {
    isClosed = true
    endIfSilent()
  })

  const strong = (text: string) =>
    isTerminal && !process.env.NO_COLOR ? styleText('bold', text, { validateStream: false }) : text

  const write: Prompts['tell'] = (...texts) => {
    if (take && isTerminal) {
      clearLine(output, 0)
      cursorTo(output, 0)
    } else if (take) output.write('\n')
    output.write(`${texts.join('\n')}\n`)
    if (take) lines.prompt(true)
  }

  const printable = (text: string) => text.split('\n').map(escapeUnprintable).join('\n')
  const tell: Prompts['tell'] = (...texts) => write(...texts.map(printable))

  /** The next line: what was typed ahead, or what is typed now. */
  const read = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      const line = typed.shift()
      if (line !== undefined) return resolve(line)
      endIfSilent()
      if (signal.aborted) return reject(signal.reason)
      const stop = () => {
        take = null
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = () => {
        stop()
        output.write('\n')
        reject(signal.reason)
      }
      take = (text) => {
        stop()
        resolve(text)
      }
      signal.addEventListener('abort', onAbort)
    })

  const ask: Prompts['ask'] = async (question, { signal, initial }) => {
    signal.throwIfAborted()
    lines.setPrompt(`${strong(question)}${initial ? ` [${initial}]` : ''} > `)
    lines.prompt()
    return (await read(signal)).trim() || (initial ?? '')
  }

  const choose: Prompts['choose'] = async (question, choices, { signal, words, initial, inRows = false }) => {
    write(
      strong(question),
      ...numbered(
        choices.map(({ label }) => printable(label)),
        inRows,
      ),
    )
    const current = choices.find(({ value }) => value === initial)
    const count = choices.length
    for (;;) {
      const answer = await ask(words.formatMessage({ id: 'terminal.choose' }, { count }), {
        signal,
        initial: current?.label,
      })
      const index = choices.findIndex(({ label }) => label.toLowerCase() === answer.toLowerCase())
      const chosen = choices[index === -1 && /^\d+$/.test(answer) ? Number(answer) - 1 : index]
      if (chosen) return chosen.value
      tell(words.formatMessage({ id: 'terminal.notOneOfThem' }, { count }))
    }
  }

  const close = () => {
    typed.length = 0
    lines.close()
  }
  // Whoever was reading is gone, as with `| head`.
  output.on('error', close)

  return { signal: ended.signal, tell, ask, choose, close }
}
