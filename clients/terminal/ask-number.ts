import type { Step } from './step.ts'

/** Asks for a whole number; anything else is asked for again with `problem`. */
export async function askNumber(
  step: Step,
  question: string,
  initial: number,
  most: number,
  problem: string,
): Promise<number> {
  for (;;) {
    const answer = await step.ask(question, String(initial))
    if (/^\d{1,6}$/.test(answer) && Number(answer) <= most) return Number(answer)
    step.tell(problem)
  }
}
