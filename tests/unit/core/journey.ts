import type { AnyStateMachine, EventFromLogic, InputFrom } from 'xstate'
import { startOfTime } from '../../../statecharts/paths/graph.ts'
import type { ModelEnvironment } from '../../../statecharts/paths/machine-model.ts'
import { Stage, type StageOptions } from '../../../statecharts/paths/stage.ts'
import { StepClock } from '../../../statecharts/paths/step-clock.ts'

export { startOfTime }

/** Invoked core actors that run until they are stopped; all others are promises. */
const callbackActors = [
  'dismissals',
  'hints',
  'reading',
  'paging',
  'broker',
  'upload',
  'camera',
  'submission',
]

/** A machine on a stage whose clock the test controls. */
export class Journey<Machine extends AnyStateMachine> extends Stage<Machine> {
  readonly #clock: StepClock

  constructor(
    machine: Machine,
    input: (environment: ModelEnvironment) => InputFrom<Machine>,
    actors: StageOptions<Machine>['actors'] = () => ({}),
  ) {
    const clock = new StepClock()
    super(machine, {
      input,
      clock,
      now: () => clock.time,
      isPromise: (id) => !callbackActors.includes(id),
      actors,
    })
    this.#clock = clock
  }

  get elapsed(): number {
    return this.#clock.time - startOfTime
  }

  pass(milliseconds: number): void {
    this.#clock.advance(milliseconds)
  }

  /** Advances the time without firing timers, like a sleeping device. */
  sleep(milliseconds: number): void {
    this.#clock.sleep(milliseconds)
  }

  do(...events: EventFromLogic<Machine>[]): void {
    for (const event of events) this.send(event)
  }
}
