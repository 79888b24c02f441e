import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readScenarios } from '../../statecharts/paths/scenario.ts'
import { root } from '../../statecharts/registry.ts'
import { playHeadless, scenariosOf } from '../models/scenarios.ts'

const folder = join(root, 'docs/scenarios')
const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')

/** Plays the lines of one scenario; what comes of it is a message or nothing. */
const told = async (...lines: string[]) => {
  try {
    const [scenario] = readScenarios('a.md', ['# Title', '', '## Scenario', '', ...lines].join('\n'))
    if (scenario) await playHeadless(scenario)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const given = '- Given `feedback` from "an empty form"'
const steps = [
  'feedback.change (written)',
  'feedback.change (emptied)',
  'feedback.send',
  'feedback.edit',
  'photos.changed (none)',
  'photos.changed (held)',
  'photos.changed (uploading)',
  'photos.changed (uploaded)',
  'photos.changed (failed)',
  'sendFeedback: sent',
  'sendFeedback: refused',
  'sendFeedback: offline',
  'sendFeedback: server broken',
  'sendFeedback throws',
]
  .map((name) => `\`${name}\``)
  .join(', ')

describe.each(files)('%s', (file) => {
  it.each(scenariosOf(join(folder, file)).map((one) => [one.title, one] as const))(
    'plays %s',
    async (_, scenario) => {
      await playHeadless(scenario)
      expect(scenario.sentences.length).toBeGreaterThan(3)
    },
  )
})

it('has scenarios in both languages', () => {
  const words = files
    .flatMap((file) => scenariosOf(join(folder, file)))
    .map(({ sentences }) => sentences[0]?.text[0])
  expect([...new Set(words)].sort()).toEqual(['G', '假'])
})

it('reads sentences in English and Chinese, bold or not, with either quotes and a full stop', async () => {
  expect(
    await told(
      '- **Given** `feedback` from “an empty form”.',
      'Words between are the writer’s own.',
      '- 那么 页面是「意见反馈」。',
      '- And the page is "Feedback"',
      '- 当 `feedback.change (written)`',
      '- And `feedback.send`',
      '- 那么 状态是 `sending`',
      '- 并且 不可以 `feedback.send`',
      '- Then `sendFeedback: sent` is possible',
      '- 并且 可以 `sendFeedback: offline`',
    ),
  ).toBeNull()
})

it.each([
  [
    'names the line of a sentence that it does not know',
    [given, '- Then all is well'],
    'a.md:6: “Then all is well” is no sentence that is known',
  ],
  [
    'names the line of a word that begins no sentence',
    [given, '- Perhaps it rains'],
    'a.md:6: “Perhaps it rains” begins with none of Given, When, Then, And, 假如, 当, 那么, 并且',
  ],
  [
    'refuses a scenario that begins with no start',
    ['- When `feedback.send`'],
    'a.md:5: the scenario “Scenario” begins with one sentence “Given”, and has no other',
  ],
  [
    'refuses a second start',
    [given, given],
    'a.md:6: the scenario “Scenario” begins with one sentence “Given”, and has no other',
  ],
  ['refuses a word that continues nothing', ['- And `feedback.send`'], 'a.md:5: “And” continues no sentence'],
  ['refuses an empty scenario', [], 'a.md:3: the scenario “Scenario” has no sentence'],
  [
    'names the starts that there are',
    ['- Given `feedback` from "the moon"'],
    'a.md:5: feedback has no start “the moon”; it has: “an empty form”, “a post without an answer”',
  ],
  [
    'lists every mistake of a scenario, and checks only names after a step that is not possible',
    [
      given,
      '- Then the state is `sent`',
      '- And the page is "Payment"',
      '- When `feedback.sned`',
      '- Then the state is `sending`',
      '- And `feedback.edti` is not possible',
      '- And the state is `snet`',
      '- Then all is well',
    ],
    [
      'a.md:6: the state is editing.pristine, not sent',
      'a.md:7: the page is “Feedback”, “意见反馈”, not “Payment”',
      `a.md:8: feedback.sned is no step of feedback; its steps: ${steps}`,
      `a.md:10: feedback.edti is no step of feedback; its steps: ${steps}`,
      'a.md:11: feedback has no state snet',
      'a.md:12: “Then all is well” is no sentence that is known',
    ].join('\n'),
  ],
  [
    'says which step is not possible, and what is',
    [given, '- When `feedback.send`', '- And `sendFeedback: sent`'],
    'a.md:7: sendFeedback: sent is not possible in editing.showingErrors; what is: `feedback.change (written)`, `feedback.change (emptied)`, `feedback.send`, `photos.changed (none)`, `photos.changed (held)`, `photos.changed (uploading)`, `photos.changed (uploaded)`, `photos.changed (failed)`',
  ],
  [
    'refuses a step that the machine does not have, also where it is not to be possible',
    [given, '- Then `feedback.snd` is not possible'],
    `a.md:6: feedback.snd is no step of feedback; its steps: ${steps}`,
  ],
  [
    'says in which state it is instead',
    [given, '- Then the state is `sending`'],
    'a.md:6: the state is editing.pristine, not sending',
  ],
  [
    'says on which page it is instead',
    [given, '- Then the page is "Payment"'],
    'a.md:6: the page is “Feedback”, “意见反馈”, not “Payment”',
  ],
  [
    'says what is possible though it should not be',
    [given, '- Then `feedback.send` is not possible'],
    'a.md:6: feedback.send is possible',
  ],
])('%s', async (_, lines, message) => {
  expect(await told(...lines)).toBe(message)
})

it('reads numbered lists and lists with a plus as sentences', async () => {
  for (const mark of ['1.', '2)', '+', '*'])
    expect(await told(given, `${mark} Then the state is \`sending\``), mark).toBe(
      'a.md:6: the state is editing.pristine, not sending',
    )
})

it('names a machine that no scenario plays', async () => {
  expect(await told('- Given `teapot` from "the shelf"')).toMatch(
    /^a\.md:5: no scenario plays teapot; they play: accountDeletion, /,
  )
})

it('refuses sentences before a heading, and a file without a scenario', () => {
  expect(() => readScenarios('a.md', given)).toThrow(
    'a.md:1: a sentence stands before the first heading “## …”',
  )
  expect(() => readScenarios('a.md', '# Title\n')).toThrow(
    'a.md:1: there is no scenario: a heading “## …” begins one',
  )
})

it('lists starts and steps of a machine, and ends quietly when its reader has seen enough', () => {
  const list = 'node_modules/tsx/dist/cli.mjs --conditions=source tests/paths/main.ts --list claimForm'
  const command = `"$0" ${list} | head -n 6`
  const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toContain('\n  starts: "an empty form", "a post without an answer"\n')
  expect(stdout).toMatch(
    /\n {2}steps: claim\.change \(complete\), .*, sendClaim: sent, .*, sendClaim throws\n/,
  )
})

describe('npm run paths -- --scenario', () => {
  let temporary: string
  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), 'handsfree-scenario-'))
  })
  afterAll(() => rmSync(temporary, { recursive: true, force: true }))

  const play = (text: string) => {
    const file = join(temporary, 'story.md')
    writeFileSync(file, text)
    const tsx = [
      'node_modules/tsx/dist/cli.mjs',
      '--conditions=source',
      'tests/paths/main.ts',
      '--scenario',
      file,
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, tsx, { cwd: root, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  it('tells of each scenario how it went, and fails when one did', () => {
    const { status, stdout, stderr } = play(
      `## Good\n${given}\n## Bad\n${given}\n- Then the state is \`sent\`\n`,
    )
    expect(status).toBe(1)
    expect(stdout).toMatch(/✓ .*story\.md, Good/)
    expect(stderr).toMatch(/✕ .*story\.md, Bad\n {2}.*story\.md:5: the state is editing\.pristine, not sent/)
  })
})
