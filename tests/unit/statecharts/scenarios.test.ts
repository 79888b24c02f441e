import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readScenarios, ScenarioFault } from '../../../statecharts/paths/scenario.ts'
import { root } from '../../../statecharts/registry.ts'
import { playHeadless, scenariosOf } from '../models/scenarios.ts'

const folder = join(root, 'docs/scenarios')
const files = readdirSync(folder).filter((file) => file.endsWith('.feature'))

/** Plays a scenario's lines; returns the failure message, if any. */
const told = async (...lines: string[]) => {
  try {
    const text = ['Feature: Title', '', 'Scenario: Scenario', '', ...lines].join('\n')
    for (const scenario of readScenarios('a.feature', text)) await playHeadless(scenario)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const given = 'Given `feedback` from "an empty form"'
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
  'submission.changed (posted)',
  'submission.changed (refused)',
  'submission.accepted',
  'submission.refused',
  'submission.unanswered (offline)',
  'submission.unanswered (server broken)',
  'submission throws',
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

it('reads sentences with any quotes, a full stop and comments between them', async () => {
  const text = [
    'Feature: Title',
    'Words here are the writer’s own.',
    'Scenario: Scenario',
    'Here too.',
    'Given `feedback` from “an empty form”.',
    '# And these.',
    'Then the page is 「Feedback」',
    'When `feedback.change (written)`.',
    'And `feedback.send`',
    'Then the state is `sending`',
    'But `feedback.send` is not possible',
    'And `submission.accepted` is possible',
  ]
  for (const scenario of readScenarios('a.feature', text.join('\n'))) await playHeadless(scenario)
})

it('reads Chinese keywords and sentences in a file of that language', async () => {
  const text = [
    '# language: zh-CN',
    '功能: 反馈',
    '背景:',
    '假如 `feedback` 从 “an empty form” 开始',
    '场景: 写了再发',
    '当`feedback.change (written)`',
    '而且 `feedback.send`',
    '那么 页面是「意见反馈」。',
    '同时 状态是`sending`',
    '但是 不可以`feedback.send`',
    '并且 可以',
    '| `submission.accepted`             |',
    '| `submission.unanswered (offline)` |',
  ]
  const scenarios = readScenarios('a.feature', text.join('\n'))
  for (const scenario of scenarios) await playHeadless(scenario)
  expect(scenarios.map(({ sentences }) => sentences.map(({ line }) => line))).toEqual([
    [4, 6, 7, 8, 9, 10, 12, 13],
  ])
})

it('plays each row of an outline, with its tags and the row’s values in the title', async () => {
  const text = [
    '@feedback',
    'Feature: Title',
    '@answers',
    'Scenario Outline: Sends feedback',
    given,
    'When these steps',
    '| feedback.change (written) |',
    '| feedback.send             |',
    'And `submission.<answer>`',
    'Then the state is `<state>`',
    'Examples:',
    '| answer               | state |',
    '| accepted             | sent  |',
    '| unanswered (offline) | sent  |',
  ]
  const [good, bad] = readScenarios('a.feature', text.join('\n'))
  expect([good?.title, good?.line, good?.tags]).toEqual([
    'Sends feedback (accepted, sent)',
    13,
    ['@feedback', '@answers'],
  ])
  await playHeadless(good!)
  expect([bad?.title, bad?.line]).toEqual(['Sends feedback (unanswered (offline), sent)', 14])
  await expect(playHeadless(bad!)).rejects.toThrow('a.feature:10: the state is editing.pristine, not sent')
})

it.each([
  [
    'names the line of an unknown sentence',
    [given, 'Then all is well'],
    'a.feature:6: unknown sentence: “Then all is well”',
  ],
  [
    'names the row of a table whose step is not possible',
    [given, 'When these steps', '| feedback.change (written) |', '| feedback.edit |'],
    'a.feature:8: feedback.edit isn’t possible in editing.pristine. Possible: `feedback.change (written)`, `feedback.change (emptied)`, `feedback.send`, `photos.changed (none)`, `photos.changed (held)`, `photos.changed (uploading)`, `photos.changed (uploaded)`, `photos.changed (failed)`',
  ],
  [
    'refuses a table under a sentence without one',
    [given, 'Then the state is `sending`', '| sending |'],
    'a.feature:6: “Then the state is `sending`” can’t have a table. Sentences with tables: these steps, 依次, these are possible, 可以, these are not possible, 不可以',
  ],
  [
    'refuses steps of a table as expectations',
    [given, 'Then these steps', '| feedback.send |'],
    'a.feature:6: “Then these steps” can’t follow the keyword Then',
  ],
  [
    'refuses a scenario without a start',
    ['When `feedback.send`'],
    'a.feature:5: the scenario “Scenario” must have exactly one “Given”, as its first sentence',
  ],
  [
    'refuses a second start',
    [given, given],
    'a.feature:6: the scenario “Scenario” must have exactly one “Given”, as its first sentence',
  ],
  [
    'refuses “And” without a sentence before it',
    ['And `feedback.send`'],
    'a.feature:5: “And `feedback.send`” needs a Given, When or Then before it',
  ],
  ['refuses an empty scenario', [], 'a.feature:3: the scenario “Scenario” is empty'],
  [
    'lists the starts for an unknown one',
    ['Given `feedback` from "the moon"'],
    'a.feature:5: feedback has no start “the moon”; it has: “an empty form”, “a post without an answer”',
  ],
  [
    'lists every mistake of a scenario, and checks only names after a step that is not possible',
    [
      given,
      'Then the state is `sent`',
      'And the page is "Payment"',
      'When `feedback.sned`',
      'Then the state is `sending`',
      'And `feedback.edti` is not possible',
      'And the state is `snet`',
      'Then all is well',
    ],
    [
      'a.feature:6: the state is editing.pristine, not sent',
      'a.feature:7: the page is “Feedback”, “意见反馈”, not “Payment”',
      `a.feature:8: unknown step feedback.sned of feedback; its steps: ${steps}`,
      `a.feature:10: unknown step feedback.edti of feedback; its steps: ${steps}`,
      'a.feature:11: feedback has no state snet',
      'a.feature:12: unknown sentence: “Then all is well”',
    ].join('\n'),
  ],
  [
    'names an impossible step and the possible ones',
    [given, 'When `feedback.send`', 'And `submission.accepted`'],
    'a.feature:7: submission.accepted isn’t possible in editing.showingErrors. Possible: `feedback.change (written)`, `feedback.change (emptied)`, `feedback.send`, `photos.changed (none)`, `photos.changed (held)`, `photos.changed (uploading)`, `photos.changed (uploaded)`, `photos.changed (failed)`',
  ],
  [
    'refuses an unknown step, even if expected to be impossible',
    [given, 'Then `feedback.snd` is not possible'],
    `a.feature:6: unknown step feedback.snd of feedback; its steps: ${steps}`,
  ],
  [
    'names the actual state if another one is expected',
    [given, 'Then the state is `sending`'],
    'a.feature:6: the state is editing.pristine, not sending',
  ],
  [
    'names the actual page if another one is expected',
    [given, 'Then the page is "Payment"'],
    'a.feature:6: the page is “Feedback”, “意见反馈”, not “Payment”',
  ],
  [
    'names a step that is possible against expectation',
    [given, 'Then `feedback.send` is not possible'],
    'a.feature:6: feedback.send is possible',
  ],
])('%s', async (_, lines, message) => {
  expect(await told(...lines)).toBe(message)
})

it('lists the machines that scenarios play for an unknown one', async () => {
  expect(await told('Given `teapot` from "the shelf"')).toMatch(
    /^a\.feature:5: no scenario plays teapot; they play: accountDeletion, /,
  )
})

it('reports each invalid Gherkin line, an unknown language and a file without scenarios', () => {
  const linesOf = (...lines: string[]) => {
    try {
      return readScenarios('a.feature', lines.join('\n'))
    } catch (error) {
      return error instanceof ScenarioFault ? error.message.split('\n') : error
    }
  }
  expect(linesOf('Feature: Title', 'Scenario: Scenario', given, 'Perhaps it rains', 'Or not')).toEqual([
    expect.stringMatching(/^a\.feature:4: expected: .* got 'Perhaps it rains'$/),
    expect.stringMatching(/^a\.feature:5: expected: .* got 'Or not'$/),
  ])
  expect(linesOf(given)).toEqual([expect.stringMatching(/^a\.feature:1: expected: .*#FeatureLine/)])
  expect(linesOf('# language: xx', 'Feature: Title')).toEqual(['a.feature:1: Language not supported: xx'])
  expect(linesOf('Feature: Title')).toEqual(['a.feature:1: the file has no scenario'])
  expect(linesOf('')).toEqual(['a.feature:1: the file has no scenario'])
})
