import * as v from 'valibot'
import { pictureKey, type WalkedPath, walkedKey } from '../paths/walked.ts'

const Walked = v.array(
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

/** A path that was walked; `error` says why it failed, and is null when it did not. */
export type PlayedPath = WalkedPath & { error: string | null }

/** What states show on the real screens, by their ids: JPEG, as base64. */
export type Pictures = Record<string, string>

/** What a runner reported: each path that was walked, failures of tests that walk none, and pictures. */
export type Played = { walks: PlayedPath[]; otherFailures: string[]; pictures: Pictures }

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
          meta: v.optional(v.object({ [walkedKey]: v.optional(Walked, []) }), {}),
        }),
      ),
    }),
  ),
})

/** A failure without colours and without the runner's own lines of the stack. */
const plain = (text: string): string =>
  text
    .replace(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '')
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|new Promise)/.test(line))
    .join('\n')

/** A path is good only when its test is: a walk to the end may still have failed after its last step. */
const walksOf = (paths: readonly WalkedPath[], isGood: boolean, error: string): Played['walks'] =>
  paths.map((path) => {
    const passed = path.passed && (isGood || paths.length > 1)
    return { ...path, passed, error: passed ? null : plain(error) }
  })

/** The files of Vitest's JSON report, each with its tests. Throws when it is none. */
export const readTestFiles = (report: unknown) => v.parse(VitestReport, report).testResults

/** What Vitest's JSON report says of walked paths. Throws when it is none. */
export function readVitest(report: unknown): Played {
  const testResults = readTestFiles(report)
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const broken = testResults.filter(
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
        .map(({ fullName, failureMessages }) => `${fullName}\n${plain((failureMessages ?? []).join('\n'))}`),
      ...broken.map(({ name, message }) => `${name}\n${plain(message)}`),
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

/** Reads Playwright's JSON report: the last try of each test counts. Throws when it is none. */
export function readPlaywright(report: unknown): Played {
  const { suites, errors } = v.parse(PlaywrightReport, report)
  const played: Played = {
    walks: [],
    otherFailures: errors.map(({ message }) => plain(message)),
    pictures: {},
  }
  for (const { title, tests } of suites.flatMap(specsOf)) {
    for (const result of tests.flatMap(({ results }) => results.slice(-1))) {
      if (result.status === 'skipped') continue
      const isGood = result.status === 'passed'
      const error = result.errors.map(({ message }) => message).join('\n')
      for (const { name, body } of result.attachments) {
        if (!name.startsWith(pictureKey) || body === undefined) continue
        for (const id of name.slice(pictureKey.length).split(' ')) played.pictures[id] ??= body
      }
      const body = result.attachments.find(({ name }) => name === walkedKey)?.body
      if (body !== undefined) {
        const paths = v.parse(Walked, JSON.parse(Buffer.from(body, 'base64').toString('utf8')))
        played.walks.push(...walksOf(paths, isGood, error))
      } else if (!isGood) played.otherFailures.push(`${title}\n${plain(error)}`)
    }
  }
  return played
}
