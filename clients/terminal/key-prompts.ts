import input from '@inquirer/input'
import select from '@inquirer/select'
import { type Prompts, printable, type Streams } from './prompts.ts'

/** Calls `end` on Ctrl+C and Ctrl+D. */
export function keyPrompts(streams: Streams, end: () => void): Omit<Prompts, 'signal'> {
  let told: string[] = []
  let shown: AbortController | null = null
  const flush = () => {
    for (const line of told) streams.output.write(`${line}\n`)
    told = []
  }
  streams.input.on('keypress', (_text, key?: { ctrl: boolean; name: string }) => {
    if (key?.ctrl && key.name === 'd') end()
  })

  /** Clears the question to write lines above it, then asks again. */
  async function answerOf<Value>(
    given: AbortSignal,
    ask: (context: Streams & { signal: AbortSignal; clearPromptOnDone: true }) => Promise<Value>,
    line: (answer: Value) => string,
  ): Promise<Value> {
    for (;;) {
      given.throwIfAborted()
      shown = new AbortController()
      const signal = AbortSignal.any([given, shown.signal])
      try {
        const answer = await ask({ ...streams, signal, clearPromptOnDone: true })
        told.unshift(line(answer))
        return answer
      } catch (error) {
        given.throwIfAborted()
        if (error instanceof Error && error.name === 'ExitPromptError') end()
        else if (!shown.signal.aborted) throw error
      } finally {
        shown = null
        flush()
      }
    }
  }

  return {
    tell(...texts) {
      told.push(...texts.map(printable))
      if (shown) shown.abort()
      else flush()
    },
    async ask(question, { signal, initial }) {
      const message = printable(question)
      const config = { message, ...(initial ? { default: printable(initial) } : {}) }
      const answer = await answerOf(
        signal,
        (context) => input(config, context),
        (typed) => `${message} > ${printable(typed)}`,
      )
      return answer.trim() || (initial ?? '')
    },
    async choose(question, choices, { signal, initial }) {
      const message = printable(question)
      const names = choices.map(({ label }) => printable(label))
      const config = {
        message,
        choices: names.map((name, value) => ({ name, value })),
        default: choices.findIndex(({ value }) => value === initial),
        pageSize: 12,
        theme: { helpMode: 'never' as const, style: { keysHelpTip: () => undefined } },
      }
      const index = await answerOf(
        signal,
        (context) => select(config, context),
        (chosen) => `${message} > ${names[chosen]}`,
      )
      return choices[index]!.value
    },
    close: end,
  }
}
