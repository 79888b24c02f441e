import { relative } from 'node:path'
import * as v from 'valibot'

/** What a test runner's JSON report tells; `failures` name the failed tests as `file › test`. */
export type TestReport = { passed: number; failed: number; skipped: number; failures: string[] }

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
})

/** A file that could not even be loaded has no failed test to count: it counts as one. */
export function readVitest(report: unknown, root: string): TestReport {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = v.parse(VitestReport, report)
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    return status === 'failed' && failed.length === 0
      ? [file]
      : failed.map(({ fullName }) => `${file} › ${fullName}`)
  })
  return {
    passed: numPassedTests,
    failed: failures.length,
    skipped: numPendingTests + numTodoTests,
    failures,
  }
}

const Spec = v.object({ title: v.string(), ok: v.boolean(), file: v.string() })
type Suite = { title: string; specs?: v.InferOutput<typeof Spec>[] | undefined; suites?: Suite[] | undefined }
const Suite: v.GenericSchema<Suite> = v.object({
  title: v.string(),
  specs: v.optional(v.array(Spec)),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})

const PlaywrightReport = v.object({
  suites: v.array(Suite),
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
})

const failuresIn = ({ title, specs = [], suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map((spec) => [spec.file, ...(title === spec.file ? [] : [title]), spec.title].join(' › ')),
  ...suites.flatMap(failuresIn),
]

/** An error outside of every test, such as a server that does not start, counts as one. */
export function readPlaywright(report: unknown): TestReport {
  const { suites, stats, errors } = v.parse(PlaywrightReport, report)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresIn),
  }
}
