import type { Chance } from './chance.ts'

const odds = {
  'request lost': 0.02,
  'answer lost': 0.02,
  'request doubled': 0.02,
  'answer slow': 0.03,
  'answer cut': 0.01,
  'proxy page': 0.01,
  'hint lost': 0.1,
  'hint twice': 0.05,
  'broker down': 0.02,
  'bank down': 0.03,
  'webhook lost': 0.1,
  'webhook late': 0.1,
  'webhook twice': 0.1,
  'paid after expiry': 0.3,
  'paid after failure': 0.3,
  'another amount': 0.02,
  'refund fails': 0.15,
  'refund bounces': 0.1,
  dispute: 0.03,
  'sms down': 0.05,
  'sms lost': 0.05,
  'job twice': 0.1,
  kill: 0.05,
  'database refuses': 0.02,
  'database slow': 0.05,
  offline: 0.05,
  'clock jumps': 0.01,
  'phone set': 0.1,
  'crew offline': 0.15,
  'crew killed': 0.08,
  'crew storage full': 0.05,
} as const

export type Fault = keyof typeof odds
export const allFaults = Object.keys(odds) as Fault[]

/** Decides which faults strike. Each kind has its own random stream, so disabling one doesn't affect others. */
export class Faults {
  readonly #kinds: ReadonlySet<Fault>
  readonly #chances = new Map<Fault, Chance>()
  readonly #chance: Chance
  isCalm = false
  readonly strikeCounts = new Map<Fault, number>()

  constructor(chance: Chance, kinds: readonly Fault[]) {
    this.#chance = chance
    this.#kinds = new Set(kinds)
  }

  strikes(fault: Fault): boolean {
    if (this.isCalm || !this.#kinds.has(fault)) return false
    const chance = this.#chances.get(fault) ?? this.#chance.fork(fault)
    this.#chances.set(fault, chance)
    const hit = chance.bool(odds[fault])
    if (hit) this.strikeCounts.set(fault, (this.strikeCounts.get(fault) ?? 0) + 1)
    return hit
  }
}
