import type { TerminalSession } from './terminal-session.ts'

/** Asks for an integer from `min` to `max`. Shows `problem` and asks again otherwise. */
export async function askNumber(
  session: TerminalSession,
  question: string,
  initial: number,
  { min, max, problem }: { min: number; max: number; problem: string },
): Promise<number> {
  for (;;) {
    const answer = await session.ask(question, String(initial))
    if (/^\d{1,6}$/.test(answer) && Number(answer) >= min && Number(answer) <= max) return Number(answer)
    session.print(problem)
  }
}
