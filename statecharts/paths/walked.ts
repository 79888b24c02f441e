import type { AnyMachineSnapshot } from 'xstate'
import { transitionName } from '../nodes.ts'
import type { Happening, Moment } from './graph.ts'
import type { MachineModel } from './machine-model.ts'
import { type Path, pathTitle, stepTitle } from './paths.ts'
import { Run } from './run.ts'

/** Where a path comes from: the two kinds of headless ones, or one that is played on the real screens. */
export type PathKind = 'shortest' | 'simple' | 'screens'

export type WalkedStep = {
  title: string
  /** Names of the transitions that the step took, in order. */
  transitions: string[]
  /** Ids of the states that the machine was in after it. */
  states: string[]
}

/** A generated path as far as it was walked; of one that failed, the last step is where. JSON. */
export type WalkedPath = {
  machine: string
  start: string
  kind: PathKind
  title: string
  /** Steps that the path has, those that were never come to included. */
  length: number
  steps: WalkedStep[]
  passed: boolean
}

/** What a test leaves behind for `npm run paths`: under this key of Vitest's `task.meta`, or as Playwright's attachment. */
export const walkedKey = 'walkedPaths'

/** With what the name of a picture's attachment begins; then come the ids of the states that it shows. */
export const pictureKey = 'picture of '

export const newWalk = (walked: Omit<WalkedPath, 'steps' | 'passed'>): WalkedPath => ({
  ...walked,
  steps: [],
  passed: false,
})

export const statesOf = (snapshot: AnyMachineSnapshot): string[] => snapshot._nodes.map(({ id }) => id)

/** Transitions that a step should have taken, by the graph: those that its event itself selects. */
const selectedBy = (before: Moment | undefined, { event }: Happening): string[] =>
  (before?.snapshot.machine.getTransitionData(before.snapshot, event) ?? []).map(transitionName)

/** Takes each step of a path on a real actor, and writes down what came of it. */
export class Walker {
  readonly run: Run
  readonly walked: WalkedPath
  readonly #path: Path
  /** Transitions that were taken before the last step. */
  #earlier = 0

  constructor(model: MachineModel, start: string, kind: PathKind, path: Path) {
    this.run = new Run(model, start)
    this.walked = newWalk({
      machine: model.machine.id,
      start,
      kind,
      title: pathTitle(path),
      length: path.steps.length,
    })
    this.#path = path
  }

  async take(happening: Happening): Promise<void> {
    const { run, walked } = this
    const index = walked.steps.length
    // What a machine does as it starts belongs to the first step.
    this.#earlier = index === 0 ? 0 : run.stage.taken.length
    walked.steps.push({ title: stepTitle(happening), transitions: [], states: [] })
    try {
      await run.execute[happening.kind](happening)
    } finally {
      this.note()
      const step = walked.steps[index]
      // A step that could not be taken is to blame for what it should have done.
      if (step?.transitions.length === 0)
        step.transitions = selectedBy(this.#path.steps[index - 1]?.state, happening)
    }
  }

  /** Writes down what came of the last step, and of all that was tried since. */
  note(): void {
    const step = this.walked.steps.at(-1)
    if (!step) return
    const { taken, snapshot } = this.run.stage
    step.transitions = taken.slice(this.#earlier)
    step.states = statesOf(snapshot)
  }
}
