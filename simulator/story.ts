import { createHash } from 'node:crypto'

/** One line of what happened. */
export type Line = { step: number; time: number; who: string; what: string }

/** Who did what when, and a digest of all of it: two runs are the same when their digests are. */
export class Story {
  readonly lines: Line[] = []
  step = 0
  time = 0
  readonly #digest = createHash('sha256')

  tell(who: string, what: string): void {
    this.lines.push({ step: this.step, time: this.time, who, what })
    this.#digest.update(`${this.step} ${this.time} ${who} ${what}\n`)
  }

  digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 16)
  }
}

const stamp = (time: number) => new Date(time).toISOString().slice(5, 19).replace('T', ' ')

export const write = ({ step, time, who, what }: Line): string =>
  `${String(step).padStart(6)}  ${stamp(time)}  ${who.padEnd(14)} ${what}`
