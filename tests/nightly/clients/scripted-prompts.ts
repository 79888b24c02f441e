import type { Prompts } from '../../../clients/terminal/prompts.ts'

/** A choice's label or typed text, optionally computed from the output; empty accepts the initial value. */
type Answer = string | ((written: string) => string)
type ScriptedAnswer = readonly [question: string, answer: Answer]

/** Prompts with scripted answers. Each answer names its question. */
export function scriptedPrompts() {
  const remaining: ScriptedAnswer[] = []
  const transcript: string[] = []
  const closed = new AbortController()
  const next = (question: string): string => {
    const [expected, given] = remaining.shift() ?? []
    const answer = typeof given === 'function' ? given(transcript.join('\n')) : given
    if (expected === undefined || answer === undefined || !question.includes(expected))
      throw new Error(
        `“${question}” came instead of “${expected}” after:\n${transcript.slice(-20).join('\n')}`,
      )
    transcript.push(`${question} > ${answer}`)
    return answer
  }
  const prompts: Prompts = {
    signal: closed.signal,
    print: (...lines) => void transcript.push(...lines),
    ask: async (question, { initial = '' }) => next(question) || initial,
    choose: async (question, choices, { initial }) => {
      const answer = next(question)
      const chosen = choices.find(({ value, label }) =>
        answer === '' ? value === initial : label === answer,
      )
      if (chosen) return chosen.value
      throw new Error(`“${answer}” is none of: ${choices.map(({ label }) => label).join(', ')}`)
    },
    close: () => closed.abort(),
  }
  return {
    prompts,
    /** Adds answers to the coming questions. */
    answers: (...answers: ScriptedAnswer[]) => void remaining.push(...answers),
    /** Returns and clears the output. Throws if answers are left. */
    written: () => {
      if (remaining.length > 0)
        throw new Error(`not asked: ${remaining.map(([question]) => question).join(', ')}`)
      return transcript.splice(0).join('\n')
    },
  }
}
