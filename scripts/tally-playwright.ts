import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { report } from './tally.ts'

const textOf = ({ message = '', location }: TestError) =>
  location ? `${message}\nat ${location.file}:${location.line}` : message

const failureOf = (test: TestCase) => ({
  name: test.titlePath().filter(Boolean).join(' › '),
  // The first error of the last failed attempt.
  error: test.results
    .flatMap(({ errors }) => errors.slice(0, 1))
    .slice(-1)
    .map(textOf)
    .join(),
})

/** Counts Playwright's tests. An error outside of tests, such as a failed server start, counts as a failure. */
export default class implements Reporter {
  #suite: Suite | null = null
  readonly #errors: TestError[] = []

  onBegin(_: unknown, suite: Suite) {
    this.#suite = suite
  }

  onError(error: TestError) {
    this.#errors.push(error)
  }

  onEnd() {
    const tests = this.#suite?.allTests() ?? []
    const withOutcome = (outcome: ReturnType<TestCase['outcome']>) =>
      tests.filter((test) => test.outcome() === outcome)
    const flaky = withOutcome('flaky')
    report({
      passed: withOutcome('expected').length + flaky.length,
      skipped: withOutcome('skipped').length,
      flaky: flaky.map(failureOf),
      failures: [
        ...withOutcome('unexpected').map(failureOf),
        ...this.#errors.map((error) => ({ name: 'outside of tests', error: textOf(error) })),
      ],
    })
  }

  printsToStdio() {
    return false
  }
}
