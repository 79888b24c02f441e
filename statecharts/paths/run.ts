import type { AnyStateMachine } from 'xstate'
import type { ModelEvent } from './graph.ts'
import type { MachineModel, SpawnedStates } from './machine-model.ts'
import { Stage, settle } from './stage.ts'
import { StepClock } from './step-clock.ts'

export class Run {
  readonly clock = new StepClock()
  readonly stage: Stage<AnyStateMachine>
  readonly #model: MachineModel
  #world: SpawnedStates

  constructor(model: MachineModel, start: string) {
    this.#model = model
    this.#world = model.spawned?.start ?? {}
    this.stage = new Stage(model.machine, {
      input: (environment) => model.starts[start]?.(environment) as never,
      clock: this.clock,
      now: () => this.clock.time,
      isPromise: (id) => id in model.outcomes,
      actors: () => model.spawned?.logic(() => this.#world) ?? {},
    })
  }

  /** Typed so that every kind of step needs an executor. */
  readonly execute: { [Kind in ModelEvent['kind']]: (modelEvent: ModelEvent) => unknown } = {
    begin: () => undefined,
    send: (modelEvent) => {
      this.#updateWorld(modelEvent)
      this.stage.send(modelEvent.event)
    },
    tell: (modelEvent) => {
      const { event, actorId } = modelEvent
      this.#updateWorld(modelEvent)
      // Spawned children aren't on the stage; only the world drives them.
      if (actorId && this.stage.isOpen(actorId)) this.stage.sendFrom(actorId, event)
      else this.stage.send(event)
    },
    answer: (modelEvent) => {
      this.#updateWorld(modelEvent)
      return this.stage.answer(modelEvent.actorId ?? '', modelEvent.outcome)
    },
    fail: (modelEvent) => {
      this.#updateWorld(modelEvent)
      return this.stage.fail(modelEvent.actorId ?? '', modelEvent.event.error)
    },
    wait: () => this.clock.fireNext(),
    sleep: () => this.clock.sleep(this.#model.sleepMs ?? 0),
  }

  #updateWorld({ event, label }: ModelEvent) {
    this.#world = this.#model.spawned?.after(this.#world, event, label) ?? this.#world
  }

  /** Lets abandoned calls respond late: promises settle, and callback actors send events. */
  async sendLateEvents(): Promise<void> {
    const { outcomes, samples, sentBy } = this.#model
    const left = this.stage.calls.filter(({ isOpen, id }) => !isOpen || !this.stage.snapshot.children[id])
    for (const [index, call] of left.entries()) {
      const [output] = Object.values(outcomes[call.id] ?? {})
      if (index % 2) call.answer(output)
      else if (call.id in outcomes) call.fail(new Error('too late'))
      for (const [type, payloads] of Object.entries(samples)) {
        if (sentBy?.[type] !== call.id) continue
        for (const payload of Object.values(payloads)) call.sendBack({ type, ...payload })
      }
    }
    await settle()
  }
}
