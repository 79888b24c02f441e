import { type AnyStateMachine, type EventFromLogic, type InputFrom, SimulatedClock } from 'xstate'
import type { Surroundings } from '../models/machine-model.ts'
import { Stage, type StageOptions } from '../models/stage.ts'

/** Where every journey's clock begins. */
export const startOfJourney = Date.parse('2026-11-23T02:00:00Z')

/** Invoked actors of core that run until they are stopped; all others are promises. */
const callbackActors = ['hints', 'broker', 'upload', 'camera']

/** A machine on a stage whose time stands still until it is told to pass. */
export class Journey<Machine extends AnyStateMachine> extends Stage<Machine> {
  readonly #clock: SimulatedClock

  constructor(
    machine: Machine,
    input: (surroundings: Surroundings) => InputFrom<Machine>,
    actors: StageOptions<Machine>['actors'] = () => ({}),
  ) {
    const clock = new SimulatedClock()
    super(machine, {
      input,
      clock: clock as never,
      now: () => startOfJourney + clock.now(),
      isPromise: (id) => !callbackActors.includes(id),
      actors,
    })
    this.#clock = clock
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.#clock.now()
  }

  pass(milliseconds: number): void {
    this.#clock.increment(milliseconds)
  }

  /** Time goes by while the device sleeps: no timer fires until `pass`. */
  sleep(milliseconds: number): void {
    const { flushTimeouts } = this.#clock as unknown as { flushTimeouts: () => void }
    Object.assign(this.#clock, { flushTimeouts: () => undefined })
    this.#clock.increment(milliseconds)
    Object.assign(this.#clock, { flushTimeouts })
  }

  /** Sends several events one after the other. */
  do(...events: EventFromLogic<Machine>[]): void {
    for (const event of events) this.send(event)
  }
}
