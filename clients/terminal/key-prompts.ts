import input from '@inquirer/input'
import select from '@inquirer/select'
import { type Prompts, printable, type Streams } from './prompts.ts'

/** Calls `end` on Ctrl+C and Ctrl+D. */
export function keyPrompts(streams: Streams, end: () => void): Omit<Prompts, 'signal'> {
  let pendingLines: string[] = []
  let promptAbort: AbortController | null = null
  const flush = () => {
    for (const line of pendingLines) streams.output.write(`${line}\n`)
    pendingLines = []
  }
  streams.input.on('keypress', (_text, key?: { ctrl: boolean; name: string }) => {
    if (key?.ctrl && key.name === 'd') end()
  })

  /** Clears the question to write lines above it, then asks again. */
  async function runPrompt<Value>(
    outerSignal: AbortSignal,
    ask: (context: Streams & { signal: AbortSignal; clearPromptOnDone: true }) => Promise<Value>,
    line: (answer: Value) => string,
  ): Promise<Value> {
    for (;;) {
      outerSignal.throwIfAborted()
      promptAbort = new AbortController()
      const signal = AbortSignal.any([outerSignal, promptAbort.signal])
      try {
        const answer = await ask({ ...streams, signal, clearPromptOnDone: true })
        pendingLines.unshift(line(answer))
        return answer
      } catch (error) {
        outerSignal.throwIfAborted()
        if (error instanceof Error && error.name === 'ExitPromptError') end()
        else if (!promptAbort.signal.aborted) throw error
      } finally {
        promptAbort = null
        flush()
      }
    }
  }

  return {
    print(...texts) {
      pendingLines.push(...texts.map(printable))
      if (promptAbort) promptAbort.abort()
      else flush()
    },
    async ask(question, { signal, initial }) {
      const message = printable(question)
      const config = { message, ...(initial ? { default: printable(initial) } : {}) }
      const answer = await runPrompt(
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
      const index = await runPrompt(
        signal,
        (context) => select(config, context),
        (chosen) => `${message} > ${names[chosen]}`,
      )
      return choices[index]!.value
    },
    close: end,
  }
}
