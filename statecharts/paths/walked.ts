import type { AnyMachineSnapshot } from 'xstate'
import { transitionName } from '../nodes.ts'
import type { ModelEvent, ModelState } from './graph.ts'
import type { MachineModel } from './machine-model.ts'
import { type Path, pathTitle, stepTitle } from './paths.ts'
import { Run } from './run.ts'

/** `shortest` and `simple` paths run headless; `screens` run in a browser. */
export type PathKind = 'shortest' | 'simple' | 'screens'

export type WalkedStep = {
  title: string
  transitions: string[]
  states: string[]
}

/** The walked part of a generated path. If it failed, the last step is the failed one. Serializable as JSON. */
export type WalkedPath = {
  machine: string
  start: string
  kind: PathKind
  title: string
  /** Number of all steps, including those not reached. */
  length: number
  steps: WalkedStep[]
  passed: boolean
}

/** Key of Vitest's `task.meta` and name of Playwright's attachment. `npm run paths` reads them. */
export const walkedKey = 'walkedPaths'

/** Prefix of screenshot attachments, followed by the ids of the visible states. */
export const picturePrefix = 'picture of '

export const newWalkedPath = (walked: Omit<WalkedPath, 'steps' | 'passed'>): WalkedPath => ({
  ...walked,
  steps: [],
  passed: false,
})

export const statesOf = (snapshot: AnyMachineSnapshot): string[] => snapshot._nodes.map(({ id }) => id)

/** Transitions that the graph expects for a step. */
const selectTransitions = (before: ModelState | undefined, { event }: ModelEvent): string[] =>
  (before?.snapshot.machine.getTransitionData(before.snapshot, event) ?? []).map(transitionName)

/** Executes a path on a real actor and records the result. */
export class Walker {
  readonly run: Run
  readonly walked: WalkedPath
  readonly #path: Path
  #takenBefore = 0

  constructor(model: MachineModel, start: string, kind: PathKind, path: Path) {
    this.run = new Run(model, start)
    this.walked = newWalkedPath({
      machine: model.machine.id,
      start,
      kind,
      title: pathTitle(path),
      length: path.steps.length,
    })
    this.#path = path
  }

  async take(event: ModelEvent): Promise<void> {
    const { run, walked } = this
    const index = walked.steps.length
    // Transitions during the start count for the first step.
    this.#takenBefore = index === 0 ? 0 : run.stage.takenTransitions.length
    walked.steps.push({ title: stepTitle(event), transitions: [], states: [] })
    try {
      await run.execute[event.kind](event)
    } finally {
      this.recordStep()
      const step = walked.steps[index]
      // If a step took no transition, record those it should have taken, so that a failure is shown there.
      if (step?.transitions.length === 0)
        step.transitions = selectTransitions(this.#path.steps[index - 1]?.state, event)
    }
  }

  /** Records the last step's result. Call it again if more transitions may have followed. */
  recordStep(): void {
    const step = this.walked.steps.at(-1)
    if (!step) return
    const { takenTransitions, snapshot } = this.run.stage
    step.transitions = takenTransitions.slice(this.#takenBefore)
    step.states = statesOf(snapshot)
  }
}
