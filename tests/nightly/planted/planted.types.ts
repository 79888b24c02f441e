/** A bug as a small change of one file, for the tests to find. */
export type Planted = {
  id: string
  /** What goes wrong for people. */
  sentence: string
  /** Path from the repository's root. */
  file: string
  /** Text that stands there exactly once, and what stands there instead. */
  find: string
  replace: string
  /** Test files that should see it. */
  tests: string[]
  /** Arguments of simulated worlds, one of which breaks by it alone. */
  worlds?: string[]
}
