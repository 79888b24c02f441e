import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { screenOf } from '@handsfree/core'
import en from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { graphOf } from '../../../statecharts/paths/graph.ts'
import {
  readScenarios,
  type Scenario,
  ScenarioFault,
  type ScenarioWorld,
  walkScenario,
} from '../../../statecharts/paths/scenario.ts'
import { statesOf, Walker } from '../../../statecharts/paths/walked.ts'
import { root } from '../../../statecharts/registry.ts'
import { browserModels } from '../../nightly/screens/browser-models.ts'
import { models } from './index.ts'

const named = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')

/** A machine's model; throws for an unknown machine or start. */
function modelOf(id: string, start: string) {
  const found = models.find(({ name }) => name === id)?.model
  if (!found)
    throw new Error(`no scenario plays ${id}; they play: ${models.map(({ name }) => name).join(', ')}`)
  if (!(start in found.starts)) {
    throw new Error(`${id} has no start “${start}”; it has: ${named(Object.keys(found.starts))}`)
  }
  return found
}

const words: ScenarioWorld['titlesOf'] = (title) => [en[title], zh[title]]

export const headless: ScenarioWorld = {
  graph: (machine, start) => graphOf(modelOf(machine, start), start),
  screen: screenOf,
  titlesOf: words,
}

export const browserOf = (machine: string) => browserModels.find(({ model }) => model.machine.id === machine)

/** Throws if a browser can't play the scenario. */
export const inBrowser: ScenarioWorld = {
  graph: (machine, start) => {
    modelOf(machine, start)
    const browser = browserOf(machine)
    if (!browser?.starts.includes(start)) {
      const have = browserModels.flatMap(({ model, starts }) =>
        starts.map((one) => `${model.machine.id}, ${one}`),
      )
      throw new Error(`${machine} from “${start}” is not played on the screens; what is: ${have.join('; ')}`)
    }
    return browser.graph(start)
  },
  screen: screenOf,
  titlesOf: words,
}

/** The scenarios of a file, given by its path in the repository. */
export function scenariosOf(path: string): Scenario[] {
  const file = resolve(path)
  return readScenarios(relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8'))
}

/**
 * Plays a scenario on the real actor, without a browser. Throws a `ScenarioFault` with the failed sentences.
 */
export async function playHeadless(scenario: Scenario): Promise<void> {
  const { machine, start, path, lines } = walkScenario(scenario, headless)
  const walker = new Walker(modelOf(machine, start), start, 'simple', path)
  try {
    for (const [index, { event, state }] of path.steps.entries()) {
      const line = lines[index] ?? scenario.line
      try {
        await walker.take(event)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        throw new ScenarioFault(scenario.file, [{ line, message }])
      }
      const [led, expected] = [walker.run.stage.snapshot, state.snapshot].map((one) =>
        statesOf(one).sort().join(', '),
      )
      if (led !== expected) {
        throw new ScenarioFault(scenario.file, [{ line, message: `led to ${led}, not to ${expected}` }])
      }
    }
  } finally {
    walker.run.stage.stop()
  }
}
