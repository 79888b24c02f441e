import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { report } from './tally.ts'

type Thrown = { message: string; stack?: string | undefined }

/** Messages with the first stack frame in our own code. */
const textOf = (errors: readonly Thrown[] = []) =>
  errors
    .map(({ message, stack = '' }) => {
      const place = stack.split('\n').find((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
      return [message, place].filter(Boolean).join('\n')
    })
    .join('\n')

const nameOf = ({ project, relativeModuleId }: TestModule) => `${project.name} › ${relativeModuleId}`

/** Counts Vitest's tests. A file that fails to load, or an error outside of tests, counts as a failure. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const failed = inState('failed')
    const brokenModules = modules.filter(
      (module) => !module.ok() && !failed.some((test) => test.module === module),
    )
    report({
      passed: inState('passed').length,
      skipped: inState('skipped').length,
      flaky: [],
      failures: [
        ...failed.map((test) => ({
          name: `${nameOf(test.module)} › ${test.fullName}`,
          error: textOf(test.result().errors),
        })),
        ...brokenModules.map((module) => ({
          name: nameOf(module),
          error: textOf([
            ...module.errors(),
            ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
          ]),
        })),
        ...errors.map(({ message, stack }) => ({
          name: 'outside of tests',
          error: textOf([{ message, stack }]),
        })),
      ],
    })
  }
}
