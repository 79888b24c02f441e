import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../statecharts/registry.ts'

const given = 'Given `feedback` from "an empty form"'

it('lists starts and steps of a machine, and exits quietly when its output is closed', () => {
  const list =
    'node_modules/tsx/dist/cli.mjs --conditions=handsfree-source tests/paths/main.ts --list claimForm'
  const command = `"$0" ${list} | head -n 6`
  const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toContain('\n  starts: "an empty form", "a post without an answer"\n')
  expect(stdout).toMatch(
    /\n {2}steps: claim\.change \(complete\), .*, submission\.accepted, .*, submission throws\n/,
  )
})

describe('npm run paths -- --scenario', () => {
  let temporary: string
  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), 'handsfree-scenario-'))
  })
  afterAll(() => rmSync(temporary, { recursive: true, force: true }))

  const play = (text: string, ...options: string[]) => {
    const file = join(temporary, 'story.feature')
    writeFileSync(file, text)
    const tsx = [
      'node_modules/tsx/dist/cli.mjs',
      '--conditions=handsfree-source',
      'tests/paths/main.ts',
      '--scenario',
      file,
      ...options,
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, tsx, { cwd: root, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  it('reports each scenario that --grep selects, and fails when one fails', () => {
    const scenarios = [
      `Scenario: Good\n${given}`,
      `@bad\nScenario: Bad\n${given}\nThen the state is \`sent\``,
      `Scenario: Other\n${given}`,
    ]
    const { status, stdout, stderr } = play(`Feature: Story\n${scenarios.join('\n')}`, '--grep', 'Good|@bad')
    expect(status).toBe(1)
    expect(stdout).toMatch(/✓ .*story\.feature, Good/)
    expect(stderr).toMatch(
      /✕ .*story\.feature, Bad\n {2}.*story\.feature:7: the state is editing\.pristine, not sent/,
    )
    expect(stdout).not.toContain('Other')
  })
})
