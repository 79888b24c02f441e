import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ScenarioFault, walkScenario } from '../../../statecharts/paths/scenario.ts'
import { Walker } from '../../../statecharts/paths/walked.ts'
import { root } from '../../../statecharts/registry.ts'
import { test } from '../../e2e/own-address.ts'
import { browserOf, inBrowser, scenariosOf } from '../../unit/models/scenarios.ts'
import { playPath } from './on-screens.ts'
import { screensOf } from './screens.ts'

test.use({ locale: 'zh-CN' })

const folder = join(root, 'docs/scenarios')
/** `npm run paths -- --scenario FILE` plays that file; the tests play all. */
const chosen = process.env.HANDSFREE_SCENARIO
const files = readdirSync(folder).filter((file) => file.endsWith('.feature'))
const scenarios = (chosen ? [chosen] : files.map((file) => join(folder, file))).flatMap(scenariosOf)

for (const scenario of scenarios) {
  const name = `plays ${scenario.file}, ${scenario.title}`
  test(name, { tag: [...scenario.tags] }, async ({ page }, testInfo) => {
    const { machine, start, path, lines } = walkScenario(scenario, inBrowser)
    const [browser, open] = [browserOf(machine), screensOf[machine]]
    if (!browser || !open) throw new Error(`${machine} has no screens`)
    const walker = new Walker(browser.model, start, 'screens', path)
    try {
      await playPath(walker, { start, path, screens: open(page), page, testInfo })
    } catch (error) {
      const line = lines[walker.walked.steps.length - 1] ?? scenario.line
      const message = error instanceof Error ? error.message : String(error)
      throw new ScenarioFault(scenario.file, [{ line, message }])
    }
  })
}
