import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin'
import { type GherkinDocument, IdGenerator, PickleStepType } from '@cucumber/messages'
import type { Screen } from '@handsfree/core'
import type { AnyMachineSnapshot } from 'xstate'
import type { Graph, ModelEvent, ModelState } from './graph.ts'
import { type Path, pathThrough, stepTitle, stepTitlesOf } from './paths.ts'
import { statesOf } from './walked.ts'

type Meaning =
  | { kind: 'given'; machine: string; start: string }
  | { kind: 'when'; step: string }
  | { kind: 'then'; asks: 'state' | 'page' | 'possible' | 'impossible'; value: string }

export type Sentence = { line: number; text: string; meaning: Meaning }

type Fault = { line: number; message: string }

/** A scenario of a feature file, or a row of an outline. `faults` lists the lines that could not be parsed. */
export type Scenario = {
  file: string
  title: string
  tags: readonly string[]
  line: number
  sentences: readonly Sentence[]
  faults: readonly Fault[]
}

/** All faults of a scenario, one per line: `docs/scenarios/price.feature:12: …`. */
export class ScenarioFault extends Error {
  constructor(file: string, faults: readonly Fault[]) {
    super(faults.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'))
  }
}

const quoted = '["“「](?<value>[^"”」]+)["”」]'
const coded = '`(?<value>[^`]+)`'
const machine = '`(?<machine>[^`]+)`'
const thenPatterns = [
  ['state', `the state is ${coded}`],
  ['state', `状态是\\s*${coded}`],
  ['page', `the page is ${quoted}`],
  ['page', `页面是\\s*${quoted}`],
  ['possible', `${coded} is possible`],
  ['possible', `可以\\s*${coded}`],
  ['impossible', `${coded} is not possible`],
  ['impossible', `不可以\\s*${coded}`],
] as const
const givenPatterns = [`${machine} from ${quoted}`, `${machine}\\s*从\\s*${quoted}\\s*开始`]
const matchGroups = (pattern: string, words: string) => new RegExp(`^${pattern}[.。]?$`).exec(words)?.groups

type Kind = Meaning['kind']
const kinds: Record<PickleStepType, Kind | null> = {
  [PickleStepType.CONTEXT]: 'given',
  [PickleStepType.ACTION]: 'when',
  [PickleStepType.OUTCOME]: 'then',
  [PickleStepType.UNKNOWN]: null,
}

function meaningOf(kind: Kind, words: string): Meaning | null {
  if (kind === 'given') {
    const found = givenPatterns
      .map((pattern) => matchGroups(pattern, words))
      .find((groups) => groups !== undefined)
    return found ? { kind, machine: found.machine ?? '', start: found.value ?? '' } : null
  }
  if (kind === 'when') {
    const step = matchGroups(coded, words)?.value
    return step === undefined ? null : { kind, step }
  }
  const [found] = thenPatterns.flatMap(([asks, pattern]) => {
    const value = matchGroups(pattern, words)?.value
    return value === undefined ? [] : [{ kind, asks, value }]
  })
  return found ?? null
}

/** Sentences that apply to each row of their table. */
const tableMeanings: Record<string, (value: string) => Meaning> = {
  'these steps': (step) => ({ kind: 'when', step }),
  依次: (step) => ({ kind: 'when', step }),
  'these are possible': (value) => ({ kind: 'then', asks: 'possible', value }),
  可以: (value) => ({ kind: 'then', asks: 'possible', value }),
  'these are not possible': (value) => ({ kind: 'then', asks: 'impossible', value }),
  不可以: (value) => ({ kind: 'then', asks: 'impossible', value }),
}

type ScenarioStep = { line: number; kind: Kind | null; keyword: string; words: string; rows: readonly Row[] }
type Row = { line: number; values: readonly string[] }

/** Meanings of a step, one per table row; a message if it can't be parsed. */
function sentencesOf({ line, kind, keyword, words, rows }: ScenarioStep): Sentence[] | string {
  const text = `${keyword}${words}`
  if (kind === null) return `“${text}” needs a Given, When or Then before it`
  if (rows.length === 0) {
    const meaning = meaningOf(kind, words)
    return meaning ? [{ line, text, meaning }] : `unknown sentence: “${text}”`
  }
  const toMeaning = Object.hasOwn(tableMeanings, words) ? tableMeanings[words] : undefined
  if (!toMeaning)
    return `“${text}” can’t have a table. Sentences with tables: ${Object.keys(tableMeanings).join(', ')}`
  const sentences = rows.map(({ line: rowLine, values: [value = ''] }) => {
    const meaning = toMeaning(value.replace(/^`(.*)`$/, '$1'))
    return { line: rowLine, text: `${text} ${value}`, meaning }
  })
  return sentences.every(({ meaning }) => meaning.kind === kind)
    ? sentences
    : `“${text}” can’t follow the keyword ${keyword.trim()}`
}

/** A document's nodes by id, for what pickles lack: lines, keywords and tables. */
function nodesOf({ feature }: GherkinDocument) {
  const blocks = (feature?.children ?? []).flatMap((child) => [child, ...(child.rule?.children ?? [])])
  const scenarios = blocks.flatMap(({ scenario }) => scenario ?? [])
  const steps = blocks.flatMap(({ background, scenario }) => (background ?? scenario)?.steps ?? [])
  const rows = scenarios.flatMap(({ examples }) => examples.flatMap(({ tableBody }) => tableBody))
  return {
    steps: new Map(steps.map((step) => [step.id, step])),
    rows: new Map(rows.map((row) => [row.id, row])),
    scenarios: new Map(scenarios.map((scenario) => [scenario.id, scenario])),
  }
}

function parse(file: string, text: string): GherkinDocument {
  try {
    return new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher()).parse(
      text,
    )
  } catch (error) {
    const { errors = [error] } = error as { errors?: unknown[] }
    const faults = errors.map((one) => {
      const { message, location } = one as Error & { location?: { line: number } }
      return { line: location?.line ?? 1, message: message.replace(/^\(\d+:\d+\): /, '') }
    })
    throw new ScenarioFault(file, faults)
  }
}

/** Throws a `ScenarioFault` if the file isn't valid Gherkin or lacks scenarios. */
export function readScenarios(file: string, text: string): Scenario[] {
  const document = parse(file, text)
  const nodes = nodesOf(document)
  const pickles = compile(document, file, IdGenerator.incrementing())
  if (pickles.length === 0) throw new ScenarioFault(file, [{ line: 1, message: 'the file has no scenario' }])
  return pickles.map(({ name, tags, steps, astNodeIds: [scenarioId = '', rowId = ''] }) => {
    const sentences: Sentence[] = []
    const faults: Fault[] = []
    for (const { text: words, type = PickleStepType.UNKNOWN, astNodeIds, argument } of steps) {
      const { location, keyword, dataTable } = nodes.steps.get(astNodeIds[0]!)!
      const rows = (argument?.dataTable?.rows ?? []).map(({ cells }, index) => ({
        line: dataTable!.rows[index]!.location.line,
        values: cells.map(({ value }) => value),
      }))
      const parsed = sentencesOf({ line: location.line, kind: kinds[type], keyword, words, rows })
      if (typeof parsed === 'string') faults.push({ line: location.line, message: parsed })
      else sentences.push(...parsed)
    }
    const row = nodes.rows.get(rowId)
    const { location } = row ?? nodes.scenarios.get(scenarioId)!
    const values = row?.cells.map(({ value }) => value).join(', ')
    return {
      file,
      title: values === undefined ? name : `${name} (${values})`,
      tags: tags.map((tag) => tag.name),
      line: location.line,
      sentences,
      faults,
    }
  })
}

export type ScenarioWorld = {
  /** Throws if the machine or the start doesn't exist. */
  graph: (machine: string, start: string) => Graph
  screen: (snapshot: AnyMachineSnapshot) => Screen | null
  titlesOf: (title: Screen['title']) => readonly string[]
}

/** `lines[n]` is the line of step `n`. */
export type ScenarioPath = { machine: string; start: string; path: Path; lines: readonly number[] }

const stateNamesOf = ({ snapshot }: ModelState): string => {
  const ids = statesOf(snapshot).map((id) => id.split('.').slice(1).join('.'))
  return ids.filter((id) => id !== '' && !ids.some((other) => other.startsWith(`${id}.`))).join(' and ')
}

const code = (name: string): string => `\`${name}\``
const joinNames = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

/** `value` is a state id without the machine's id. */
function hasState({ machine }: Graph['model'], value: string): boolean {
  try {
    machine.getStateNodeById(`${machine.id}.${value}`)
    return true
  } catch {
    return false
  }
}

/** Error for an unknown step or state name, whatever the machine's state; null if valid. */
function nameFaultOf(meaning: Meaning, { model }: Graph): string | null {
  if (meaning.kind === 'given') return null
  const value = meaning.kind === 'when' ? meaning.step : meaning.value
  if (meaning.kind === 'then' && meaning.asks === 'page') return null
  if (meaning.kind === 'then' && meaning.asks === 'state') {
    return hasState(model, value) ? null : `${model.machine.id} has no state ${value}`
  }
  const known = stepTitlesOf(model)
  return known.includes(value)
    ? null
    : `unknown step ${value} of ${model.machine.id}; its steps: ${joinNames(known.map(code))}`
}

/** Error for an unmet expectation; null if it holds. */
function faultOf(
  { asks, value }: Extract<Meaning, { kind: 'then' }>,
  state: ModelState,
  { graph, world }: { graph: Graph; world: ScenarioWorld },
): string | null {
  const { snapshot } = state
  if (asks === 'state') {
    const id = `${graph.model.machine.id}.${value}`
    return statesOf(snapshot).includes(id) ? null : `the state is ${stateNamesOf(state)}, not ${value}`
  }
  if (asks === 'page') {
    const title = world.screen(snapshot)?.title
    const words = title === undefined ? [] : world.titlesOf(title)
    return words.includes(value)
      ? null
      : `the page is ${joinNames(words.map((word) => `“${word}”`))}, not “${value}”`
  }
  const titles = graph.possibleEvents(state).map(stepTitle)
  const isPossible = titles.includes(value)
  if (isPossible === (asks === 'possible')) return null
  return isPossible
    ? `${value} is possible`
    : `${value} isn’t possible. Possible: ${joinNames(titles.map(code))}`
}

/** Walks a scenario through its machine. Throws a `ScenarioFault` with all failed sentences. */
export function walkScenario(
  { file, title, line, ...scenario }: Scenario,
  world: ScenarioWorld,
): ScenarioPath {
  const [first, ...sentences] = scenario.sentences
  const faults = [...scenario.faults]
  if (!first && faults.length === 0) faults.push({ line, message: `the scenario “${title}” is empty` })
  const givenMeaning = first?.meaning
  const misplacedSentence = scenario.sentences.find(
    ({ meaning }, index) => (meaning.kind === 'given') !== (index === 0),
  )
  if (misplacedSentence) {
    const message = `the scenario “${title}” must have exactly one “Given”, as its first sentence`
    faults.push({ line: misplacedSentence.line, message })
  }
  if (!first || givenMeaning?.kind !== 'given') throw new ScenarioFault(file, faults)

  let graph: Graph
  try {
    graph = world.graph(givenMeaning.machine, givenMeaning.start)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ScenarioFault(file, [...faults, { line: first.line, message }])
  }
  // Null after an impossible or unreadable step. From there on, only names are checked.
  let state: ModelState | null = graph.initial
  const events: ModelEvent[] = []
  const lines = [first.line]
  const firstUnreadableLine = Math.min(...scenario.faults.map((fault) => fault.line))
  for (const { line, meaning } of sentences) {
    if (line > firstUnreadableLine) state = null
    let message = nameFaultOf(meaning, graph)
    if (message === null && meaning.kind === 'then' && state !== null) {
      message = faultOf(meaning, state, { graph, world })
    }
    if (meaning.kind === 'when' && state !== null) {
      const possibleEvents: ModelEvent[] = graph.possibleEvents(state)
      const modelEvent = possibleEvents.find((one) => stepTitle(one) === meaning.step)
      if (modelEvent) {
        events.push(modelEvent)
        lines.push(line)
        state = graph.after(state, modelEvent)
      } else {
        const titles = joinNames(possibleEvents.map((one) => code(stepTitle(one))))
        message ??= `${meaning.step} isn’t possible in ${stateNamesOf(state)}. Possible: ${titles}`
        state = null
      }
    }
    if (message !== null) faults.push({ line, message })
  }
  if (faults.length > 0)
    throw new ScenarioFault(
      file,
      faults.sort((one, other) => one.line - other.line),
    )
  return { machine: givenMeaning.machine, start: givenMeaning.start, path: pathThrough(graph, events), lines }
}
