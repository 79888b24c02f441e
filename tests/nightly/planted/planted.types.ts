/** A bug as a small change of one file, which the tests must detect. */
export type Planted = {
  id: string
  /** The bug's effect on people. */
  sentence: string
  /** Path relative to the repository root. */
  file: string
  /** Text that occurs exactly once, and its replacement. */
  find: string
  replace: string
  /** Test files that should detect it. */
  tests: string[]
  /** Arguments of simulated worlds, at least one of which fails because of this bug. */
  worlds?: string[]
}
