import { createInterface } from 'node:readline'
import { type Prompts, printable, type Streams } from './prompts.ts'

const rowLength = 6

const numberLabels = (labels: readonly string[], inRows: boolean): string[] => {
  const cells = labels.map((label, index) => `${String(index + 1).padStart(4)}  ${label}`)
  if (!inRows) return cells
  return Array.from({ length: Math.ceil(cells.length / rowLength) }, (_, row) =>
    cells.slice(row * rowLength, (row + 1) * rowLength).join('  '),
  )
}

/** For piped input. Calls `end` after the last line. */
export function linePrompts({ input, output }: Streams, end: () => void): Omit<Prompts, 'signal'> {
  const lines = createInterface({ input, terminal: false })
  const lineReader = lines[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<string>> | null = null
  let openQuestion: string | null = null

  const print: Prompts['print'] = (...texts) =>
    void output.write(`${openQuestion ? '\n' : ''}${texts.map(printable).join('\n')}\n${openQuestion ?? ''}`)

  const ask: Prompts['ask'] = async (question, { signal, initial }) => {
    signal.throwIfAborted()
    const answered = new AbortController()
    const aborted = new Promise<null>((resolve) =>
      signal.addEventListener('abort', () => resolve(null), { signal: answered.signal }),
    )
    openQuestion = printable(`${question}${initial ? ` [${initial}]` : ''} > `)
    output.write(openQuestion)
    // Keep the pending read: if the question is withdrawn, the line answers the next one.
    next ??= lineReader.next()
    const line = await Promise.race([next, aborted])
    answered.abort()
    openQuestion = null
    if (line) next = null
    else output.write('\n')
    if (line?.done) end()
    signal.throwIfAborted()
    return line?.value.trim() || (initial ?? '')
  }

  return {
    print,
    ask,
    async choose(question, choices, { signal, intl, initial, inRows = false }) {
      print(
        question,
        ...numberLabels(
          choices.map(({ label }) => label),
          inRows,
        ),
      )
      const current = choices.find(({ value }) => value === initial)
      const count = choices.length
      for (;;) {
        const options = { signal, initial: current?.label }
        const answer = await ask(intl.formatMessage({ id: 'terminal.choose' }, { count }), options)
        const index = choices.findIndex(({ label }) => label.toLowerCase() === answer.toLowerCase())
        const chosen = choices[index === -1 && /^\d+$/.test(answer) ? Number(answer) - 1 : index]
        if (chosen) return chosen.value
        print(intl.formatMessage({ id: 'terminal.notOneOfThem' }, { count }))
      }
    },
    close() {
      end()
      lines.close()
    },
  }
}
