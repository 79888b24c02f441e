import { createHash } from 'node:crypto'

export type Line = { step: number; time: number; who: string; what: string }

/** Log of all actions, with a digest. Equal digests mean identical runs. */
export class Story {
  readonly lines: Line[] = []
  step = 0
  time = 0
  readonly #digest = createHash('sha256')

  log(who: string, what: string): void {
    this.lines.push({ step: this.step, time: this.time, who, what })
    this.#digest.update(`${this.step} ${this.time} ${who} ${what}\n`)
  }

  digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 16)
  }
}

const formatTime = (time: number) => new Date(time).toISOString().slice(5, 19).replace('T', ' ')

export const formatLine = ({ step, time, who, what }: Line): string =>
  `${String(step).padStart(6)}  ${formatTime(time)}  ${who.padEnd(14)} ${what}`
