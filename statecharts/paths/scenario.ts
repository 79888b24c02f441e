import type { Screen } from '@handsfree/core'
import type { AnyMachineSnapshot } from 'xstate'
import type { Graph, Happening, Moment } from './graph.ts'
import { type Path, pathThrough, stepTitle, stepTitlesOf } from './paths.ts'
import { statesOf } from './walked.ts'

type Meaning =
  | { kind: 'given'; machine: string; start: string }
  | { kind: 'when'; step: string }
  | { kind: 'then'; asks: 'state' | 'page' | 'may' | 'mayNot'; value: string }

export type Sentence = { line: number; text: string; meaning: Meaning }

/** One story of a file: a start, steps, and what is expected between them. */
export type Scenario = { file: string; title: string; line: number; sentences: readonly Sentence[] }

/** What is wrong with a scenario, and where: `docs/scenarios/price.md:12: …`. */
export class ScenarioFault extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`)
  }
}

const keywords: Record<string, Meaning['kind'] | 'and'> = {
  Given: 'given',
  When: 'when',
  Then: 'then',
  And: 'and',
  假如: 'given',
  当: 'when',
  那么: 'then',
  并且: 'and',
}
const keyword = new RegExp(`^\\**(${Object.keys(keywords).join('|')})\\**\\s*`)

const quoted = '["“「](?<value>[^"”」]+)["”」]'
const coded = '`(?<value>[^`]+)`'
const machine = '`(?<machine>[^`]+)`'
const thens = [
  ['state', `the state is ${coded}`],
  ['state', `状态是\\s*${coded}`],
  ['page', `the page is ${quoted}`],
  ['page', `页面是\\s*${quoted}`],
  ['may', `${coded} is possible`],
  ['may', `可以\\s*${coded}`],
  ['mayNot', `${coded} is not possible`],
  ['mayNot', `不可以\\s*${coded}`],
] as const
const givens = [`${machine} from ${quoted}`, `${machine}\\s*从\\s*${quoted}\\s*开始`]

const match = (pattern: string, words: string) => new RegExp(`^${pattern}[.。]?$`).exec(words)?.groups

function meaningOf(kind: Meaning['kind'], words: string): Meaning | null {
  if (kind === 'given') {
    const found = givens.map((pattern) => match(pattern, words)).find((groups) => groups !== undefined)
    return found ? { kind, machine: found.machine ?? '', start: found.value ?? '' } : null
  }
  if (kind === 'when') {
    const step = match(coded, words)?.value
    return step === undefined ? null : { kind, step }
  }
  const [found] = thens.flatMap(([asks, pattern]) => {
    const value = match(pattern, words)?.value
    return value === undefined ? [] : [{ kind, asks, value }]
  })
  return found ?? null
}

/** The scenarios of a Markdown file: each heading of the second level begins one, and each item of a list is a sentence. */
export function readScenarios(file: string, text: string): Scenario[] {
  const scenarios: { file: string; title: string; line: number; sentences: Sentence[] }[] = []
  let kind: Meaning['kind'] | null = null
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = index + 1
    const heading = /^## +(.+?)\s*$/.exec(written)?.[1]
    if (heading !== undefined) {
      scenarios.push({ file, title: heading, line, sentences: [] })
      kind = null
    }
    const item = /^\s*(?:[-*+]|\d+[.)]) +(.+?)\s*$/.exec(written)?.[1]
    if (item === undefined) continue
    const scenario = scenarios.at(-1)
    if (!scenario) throw new ScenarioFault(file, line, 'a sentence stands before the first heading “## …”')
    const [all = '', word = ''] = keyword.exec(item) ?? []
    const said = keywords[word]
    if (said === undefined) {
      const words = Object.keys(keywords).join(', ')
      throw new ScenarioFault(file, line, `“${item}” begins with none of ${words}`)
    }
    kind = said === 'and' ? kind : said
    if (kind === null) throw new ScenarioFault(file, line, `“${word}” continues no sentence`)
    const meaning = meaningOf(kind, item.slice(all.length))
    if (!meaning) throw new ScenarioFault(file, line, `“${item}” is no sentence that is known`)
    if ((meaning.kind === 'given') !== (scenario.sentences.length === 0)) {
      const wanted = 'begins with one sentence “Given”, and has no other'
      throw new ScenarioFault(file, line, `the scenario “${scenario.title}” ${wanted}`)
    }
    scenario.sentences.push({ line, text: item, meaning })
  }
  const [empty] = scenarios.filter(({ sentences }) => sentences.length === 0)
  if (empty) throw new ScenarioFault(file, empty.line, `the scenario “${empty.title}” has no sentence`)
  if (scenarios.length === 0)
    throw new ScenarioFault(file, 1, 'there is no scenario: a heading “## …” begins one')
  return scenarios
}

/** What a scenario needs to know of the world that it is played in. */
export type ScenarioWorld = {
  /** The graph of a machine from one of its starts; throws with a message for one that is not there. */
  graph: (machine: string, start: string) => Graph
  screen: (snapshot: AnyMachineSnapshot) => Screen | null
  /** The words of a title, in every language. */
  words: (title: Screen['title']) => readonly string[]
}

/** A scenario as a path; `lines[n]` is where its step `n` is written. */
export type ScenarioPath = { machine: string; start: string; path: Path; lines: readonly number[] }

const placeOf = ({ snapshot }: Moment): string => {
  const ids = statesOf(snapshot).map((id) => id.split('.').slice(1).join('.'))
  return ids.filter((id) => id !== '' && !ids.some((other) => other.startsWith(`${id}.`))).join(' and ')
}

const code = (name: string): string => `\`${name}\``
const listed = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

/** What is wrong with an expectation at a moment; null when it holds. */
function faultOf(
  { asks, value }: Extract<Meaning, { kind: 'then' }>,
  moment: Moment,
  { graph, world }: { graph: Graph; world: ScenarioWorld },
): string | null {
  const { snapshot } = moment
  if (asks === 'state') {
    const id = `${graph.model.machine.id}.${value}`
    return statesOf(snapshot).includes(id) ? null : `the state is ${placeOf(moment)}, not ${value}`
  }
  if (asks === 'page') {
    const title = world.screen(snapshot)?.title
    const words = title === undefined ? [] : world.words(title)
    return words.includes(value)
      ? null
      : `the page is ${listed(words.map((word) => `“${word}”`))}, not “${value}”`
  }
  const known = stepTitlesOf(graph.model)
  if (!known.includes(value))
    return `${value} is no step of ${graph.model.machine.id}; its steps: ${listed(known.map(code))}`
  const titles = graph.possible(moment).map(stepTitle)
  const isPossible = titles.includes(value)
  if (isPossible === (asks === 'may')) return null
  return isPossible
    ? `${value} is possible`
    : `${value} is not possible; what is: ${listed(titles.map(code))}`
}

/** Follows a scenario through its machine. Throws a `ScenarioFault` at the first sentence that does not hold. */
export function walkScenario({ file, sentences }: Scenario, world: ScenarioWorld): ScenarioPath {
  const [first] = sentences
  const given = first?.meaning
  if (!first || given?.kind !== 'given') throw new ScenarioFault(file, first?.line ?? 1, 'nothing is given')
  let graph: Graph
  try {
    graph = world.graph(given.machine, given.start)
  } catch (error) {
    throw new ScenarioFault(file, first.line, error instanceof Error ? error.message : String(error))
  }
  let moment = graph.initial
  const happenings: Happening[] = []
  const lines = [first.line]
  for (const { line, meaning } of sentences.slice(1)) {
    if (meaning.kind === 'then') {
      const fault = faultOf(meaning, moment, { graph, world })
      if (fault !== null) throw new ScenarioFault(file, line, fault)
    } else if (meaning.kind === 'when') {
      const possible = graph.possible(moment)
      const happening = possible.find((one) => stepTitle(one) === meaning.step)
      if (!happening) {
        const titles = listed(possible.map((one) => code(stepTitle(one))))
        throw new ScenarioFault(
          file,
          line,
          `${meaning.step} is not possible in ${placeOf(moment)}; what is: ${titles}`,
        )
      }
      happenings.push(happening)
      lines.push(line)
      moment = graph.after(moment, happening)
    }
  }
  return { machine: given.machine, start: given.start, path: pathThrough(graph, happenings), lines }
}
