import * as v from 'valibot'
import { picturePrefix, type WalkedPath, walkedKey } from '../paths/walked.ts'

const WalkedPaths = v.array(
  v.object({
    machine: v.string(),
    start: v.string(),
    kind: v.picklist(['shortest', 'simple', 'screens']),
    title: v.string(),
    length: v.number(),
    steps: v.array(
      v.object({ title: v.string(), transitions: v.array(v.string()), states: v.array(v.string()) }),
    ),
    passed: v.boolean(),
  }),
)

/** `error` is null if the path passed. */
export type PlayedPath = WalkedPath & { error: string | null }

/** Base64 JPEG screenshots by state id. */
export type Pictures = Record<string, string>

/** Walked paths, failures of other tests, and screenshots from a test report. */
export type TestResults = { walks: PlayedPath[]; otherFailures: string[]; pictures: Pictures }

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.nullish(v.array(v.string()), []),
          meta: v.optional(v.object({ [walkedKey]: v.optional(WalkedPaths, []) }), {}),
        }),
      ),
    }),
  ),
})

/** Removes colors and the runner's own stack frames. */
const cleanError = (text: string): string =>
  text
    .replace(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '')
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|new Promise)/.test(line))
    .join('\n')

/**
 * A path alone in its test passes only with the test, since an assertion after the walk may fail. In a test of several
 * paths, each keeps its own result.
 */
const walksOf = (paths: readonly WalkedPath[], isGood: boolean, error: string): TestResults['walks'] =>
  paths.map((path) => {
    const passed = path.passed && (isGood || paths.length > 1)
    return { ...path, passed, error: passed ? null : cleanError(error) }
  })

export const readTestFiles = (report: unknown) => v.parse(VitestReport, report).testResults

/** Walked paths in Vitest's JSON report. Throws if it is invalid. */
export function readVitest(report: unknown): TestResults {
  const testResults = readTestFiles(report)
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    walks: tests.flatMap(({ status, failureMessages, meta }) =>
      walksOf(meta[walkedKey] ?? [], status === 'passed', (failureMessages ?? []).join('\n')),
    ),
    otherFailures: [
      ...tests
        .filter(({ status, meta }) => status === 'failed' && (meta[walkedKey] ?? []).length === 0)
        .map(
          ({ fullName, failureMessages }) => `${fullName}\n${cleanError((failureMessages ?? []).join('\n'))}`,
        ),
      ...brokenFiles.map(({ name, message }) => `${name}\n${cleanError(message)}`),
    ],
    pictures: {},
  }
}

const PlaywrightTest = v.object({
  results: v.array(
    v.object({
      status: v.string(),
      errors: v.array(v.object({ message: v.optional(v.string(), '') })),
      attachments: v.array(v.object({ name: v.string(), body: v.optional(v.string()) })),
    }),
  ),
})
const Spec = v.object({ title: v.string(), tests: v.array(PlaywrightTest) })
type Suite = { specs: v.InferOutput<typeof Spec>[]; suites?: Suite[] | undefined }
const SuiteShape: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(Spec),
  suites: v.optional(v.array(v.lazy(() => SuiteShape))),
})
const PlaywrightReport = v.object({
  suites: v.array(SuiteShape),
  errors: v.array(v.object({ message: v.optional(v.string(), '') })),
})

const specsOf = ({ specs, suites }: Suite): Suite['specs'] => [...specs, ...(suites ?? []).flatMap(specsOf)]

/** Parses Playwright's JSON report; uses the last attempt of each test. Throws if it is invalid. */
export function readPlaywright(report: unknown): TestResults {
  const { suites, errors } = v.parse(PlaywrightReport, report)
  const testResults: TestResults = {
    walks: [],
    otherFailures: errors.map(({ message }) => cleanError(message)),
    pictures: {},
  }
  for (const { title, tests } of suites.flatMap(specsOf)) {
    for (const result of tests.flatMap(({ results }) => results.slice(-1))) {
      if (result.status === 'skipped') continue
      const isGood = result.status === 'passed'
      const error = result.errors.map(({ message }) => message).join('\n')
      for (const { name, body } of result.attachments) {
        if (!name.startsWith(picturePrefix) || body === undefined) continue
        for (const id of name.slice(picturePrefix.length).split(' ')) testResults.pictures[id] ??= body
      }
      const body = result.attachments.find(({ name }) => name === walkedKey)?.body
      if (body !== undefined) {
        const paths = v.parse(WalkedPaths, JSON.parse(Buffer.from(body, 'base64').toString('utf8')))
        testResults.walks.push(...walksOf(paths, isGood, error))
      } else if (!isGood) testResults.otherFailures.push(`${title}\n${cleanError(error)}`)
    }
  }
  return testResults
}
