/**
 * Runs test files again and again in one Vitest, which takes a third of the time of a new one. Started in a copy of
 * the repository by `warm-tests.ts`, which sends requests.
 */
import { join, relative } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import type { WarmRequest, WarmResult } from './warm-tests.ts'

const [projects, bail] = process.argv.slice(2)
/** Vitest would start the longest files first. */
class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

let ended: TestModule[] = []

const vitest = await createVitest('test', {
  watch: false,
  project: projects?.split(','),
  bail: Number(bail),
  maxWorkers: 1,
  reporters: [{ onTestModuleEnd: (module: TestModule) => void ended.push(module) }],
  sequence: { sequencer: InGivenOrder },
  silent: true,
})
await vitest.standalone()

async function runTests({ changed, tests, machines, isWithoutPaths }: WarmRequest): Promise<WarmResult> {
  process.env.HANDSFREE_MACHINES = machines.join()
  if (isWithoutPaths) process.env.HANDSFREE_PATHS = '^none$'
  for (const file of changed) vitest.invalidateFile(file)
  const order = tests.map((test) => join(process.cwd(), test))
  const specifications = (await vitest.globTestSpecifications(tests))
    .filter(({ moduleId }) => order.includes(moduleId))
    .sort((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId))
  // The result of a run also has modules of previous runs, which failed then.
  ended = []
  vitest.state.clearErrors()
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failures = ended.flatMap((module) => {
    const file = relative(process.cwd(), module.moduleId)
    return [
      ...[...module.children.allTests('failed')].map((test) => ({ file, title: test.fullName })),
      ...[module, ...module.children.allSuites()].flatMap((entity) =>
        entity.errors().map(({ message }) => ({ file, title: message })),
      ),
    ]
  })
  for (const error of unhandledErrors) failures.push({ file: 'unhandled', title: (error as Error).message })
  const passed = ended.reduce((sum, { children }) => sum + [...children.allTests('passed')].length, 0)
  return { failures, passed }
}

process.on('message', (request: WarmRequest) => {
  runTests(request).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failures: [{ file: 'run', title: String(error.stack) }], passed: 0 }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
