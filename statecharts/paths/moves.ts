import type { AnyMachineSnapshot } from 'xstate'
import { briefOf } from './brief.ts'
import { type Case, decide } from './decide.ts'
import type { ModelEvent, ModelState } from './graph.ts'
import { type Path, stepTitle } from './paths.ts'

type FactValues = Record<string, string>

type Position = { place: string; regions: FactValues }

/** A row: if the facts match at this place, a step leads to a target and runs actions. */
export type Move = {
  place: string
  title: string
  when: Record<string, string[]>
  /** Target place, or the changed regions if the place stays. */
  target: string
  actions: string
  line: string
}

export type StateFacts = { value: unknown; facts: unknown }

const startHeading = 'begins'
const writesHeading = 'writes'
const showsHeading = 'shows'
/** Headings of sections that don't have moves. */
const otherHeadings = [startHeading, writesHeading, showsHeading]

/** Selectors of a machine by name. */
export type Selectors = Readonly<Record<string, (snapshot: AnyMachineSnapshot) => unknown>>
const noOutcome = ''
const root = 'root'
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')

const flattenState = (value: unknown): string => {
  if (typeof value === 'string') return value
  const parts = Object.entries(value as object).map(([key, inner]) =>
    [key, flattenState(inner)].filter(Boolean).join('.'),
  )
  return parts.length > 1 ? `(${parts.join(' & ')})` : (parts[0] ?? '')
}

function positionOf(value: unknown): Position {
  if (typeof value === 'string') return { place: value, regions: {} }
  const entries = Object.entries(value as object)
  if (entries.length > 1)
    return {
      place: '',
      regions: Object.fromEntries(entries.map(([name, inner]) => [name, flattenState(inner)])),
    }
  const [[key, inner] = ['', '']] = entries
  const { place, regions } = positionOf(inner)
  return { place: [key, place].filter(Boolean).join('.'), regions }
}

/** Flattens facts to names; nested facts are named by their path. */
function factsOf(facts: unknown, name = ''): FactValues {
  if (facts === null || typeof facts !== 'object')
    return name === '' && facts === null ? {} : { [name || 'fact']: textOf(facts) }
  if (Array.isArray(facts) && name !== '') return { [name]: textOf(facts) }
  const entries = Object.entries(facts).map(([key, value]) =>
    factsOf(value, [name, key].filter(Boolean).join('.')),
  )
  return Object.assign({}, ...entries)
}

const regionText = (regions: FactValues): string =>
  Object.entries(regions)
    .map(([name, state]) => `${name}=${state}`)
    .join(' & ')

export function targetOf(from: unknown, to: unknown): string {
  const [before, after] = [positionOf(from), positionOf(to)]
  if (before.place !== after.place) {
    const regions = regionText(after.regions)
    return [after.place || root, regions && `(${regions})`].filter(Boolean).join(' ')
  }
  const changed = Object.entries(after.regions).filter(([name, state]) => before.regions[name] !== state)
  return changed.length > 0 ? regionText(Object.fromEntries(changed)) : 'stays'
}

type Outcome = { guards: readonly string[]; target: string; actions: readonly string[] }

const outcomeText = ({ guards, target, actions }: Outcome): string => {
  const through = guards.length > 0 ? `[${guards.join(', ')}] ` : ''
  return `${through}→ ${target}${actions.length > 0 ? ` · ${actions.join(', ')}` : ''}`
}

type VisitedState = Position & { facts: FactValues; outcomes: Map<string, Set<string>> }

export class Moves {
  readonly #id: string
  readonly #visited = new Map<string, VisitedState>()
  readonly #starts = new Set<string>()
  /** Values by action and field, or by actor and field of its input. */
  readonly #writes = new Map<string, Set<string>>()
  /** States already recorded. Paths share their first states. */
  readonly #recordedStates = new WeakSet<ModelState>()

  /** Places by selector and value. */
  readonly #shown = new Map<string, Map<string, Set<string>>>()
  readonly #selectors: Selectors

  constructor(id: string, selectors: Selectors = {}) {
    this.#id = id
    this.#selectors = selectors
  }

  recordPath(start: string, { steps }: Path): void {
    for (const [index, { event, state }] of steps.entries()) {
      if (this.#recordedStates.has(state)) continue
      this.#recordedStates.add(state)
      this.visit({ value: state.snapshot.value, facts: state.facts })
      for (const { by, field, value } of state.writes) {
        const name = `${by} · ${field}`
        this.#writes.set(name, (this.#writes.get(name) ?? new Set()).add(value))
      }
      this.#recordShown(state)
      const before = steps[index - 1]?.state
      if (before) this.#recordMove(before, event, state)
      else {
        const target = targetOf({ [startHeading]: '' }, state.snapshot.value)
        this.#starts.add(`${start} ${outcomeText({ ...state, target })}`)
      }
    }
  }

  #recordShown({ snapshot, now }: ModelState): void {
    const place = flattenState(snapshot.value)
    for (const [name, select] of Object.entries(this.#selectors)) {
      const places = this.#shown.get(name) ?? new Map<string, Set<string>>()
      this.#shown.set(name, places)
      const value = shownValue(() => briefOf(select(snapshot), now, 1))
      places.set(value, (places.get(value) ?? new Set()).add(place))
    }
  }

  #recordMove({ snapshot, facts }: ModelState, event: ModelEvent, after: ModelState): void {
    if (event.kind === 'sleep') return
    this.addMove({ value: snapshot.value, facts }, stepTitle(event), {
      guards: after.guards,
      value: after.snapshot.value,
      actions: after.actions,
    })
  }

  /** Adds a state, even if no step is possible there. */
  visit({ value, facts: rawFacts }: StateFacts): VisitedState {
    const position = positionOf(value)
    const facts = { ...position.regions, ...factsOf(rawFacts) }
    const key = JSON.stringify([position.place, facts])
    const seen = this.#visited.get(key) ?? { ...position, facts, outcomes: new Map<string, Set<string>>() }
    this.#visited.set(key, seen)
    return seen
  }

  addMove(
    from: StateFacts,
    title: string,
    to: { guards: readonly string[]; value: unknown; actions: readonly string[] },
  ): void {
    const { outcomes } = this.visit(from)
    const outcomesOfTitle = outcomes.get(title) ?? new Set<string>()
    outcomes.set(title, outcomesOfTitle)
    outcomesOfTitle.add(outcomeText({ ...to, target: targetOf(from.value, to.value) }))
  }

  /** The table's text: a heading for each place, then one line per move. */
  table(): string {
    const places = new Map<string, VisitedState[]>()
    for (const state of this.#visited.values()) {
      const statesAtPlace = places.get(state.place)
      if (statesAtPlace) statesAtPlace.push(state)
      else places.set(state.place, [state])
    }
    const sections = [...places].map(([place, states]) => [`## ${place || root}`, ...rowsOf(states)])
    const starts = [...this.#starts].sort()
    return [
      `# ${this.#id}`,
      ...(starts.length > 0 ? [[`## ${startHeading}`, ...starts].join('\n')] : []),
      ...sections.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)).map((lines) => lines.join('\n')),
      ...(this.#writes.size > 0 ? [[`## ${writesHeading}`, ...writesOf(this.#writes)].join('\n')] : []),
      ...(this.#shown.size > 0 ? [[`## ${showsHeading}`, ...shownOf(this.#shown)].join('\n')] : []),
      '',
    ]
      .join('\n\n')
      .replace(/\n+$/, '\n')
  }
}

const maxValues = 8

/** A selector may need more than the snapshot. */
function shownValue(read: () => string): string {
  try {
    return read()
  } catch {
    return 'throws'
  }
}

const isOrdered = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

function shownOf(shown: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>): string[] {
  const all = new Set([...shown.values()].flatMap((places) => [...places.values()].flatMap((at) => [...at])))
  const placesText = (at: ReadonlySet<string>) =>
    at.size === all.size ? 'everywhere' : [...at].sort().join(', ')
  return [...shown].sort(isOrdered).flatMap(([name, places]) => {
    const values = [...places].sort(isOrdered)
    if (values.every(([value]) => value === 'throws' || value === 'actor')) return []
    return values.slice(0, maxValues).map(([value, at]) => `${name} = ${value} · ${placesText(at)}`)
  })
}

function writesOf(writes: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...writes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, values]) => {
      const sorted = [...values].sort()
      const rest = sorted.length > maxValues ? ` | ${sorted.length - maxValues} more` : ''
      return `${name} = ${sorted.slice(0, maxValues).join(' | ')}${rest}`
    })
}

function rowsOf(all: readonly VisitedState[]): string[] {
  const titles = [...new Set(all.flatMap(({ outcomes }) => [...outcomes.keys()]))].sort()
  const names = [...new Set(all.flatMap(({ facts }) => Object.keys(facts)))]
  return titles.flatMap((title) => {
    const cases = all.flatMap(({ facts, outcomes }): Case[] =>
      [...(outcomes.get(title) ?? [noOutcome])].map((outcome) => ({ facts, outcome })),
    )
    return decide(cases, names).flatMap(({ when, outcomes }) => {
      const conditions = Object.entries(when).map(([name, values]) => `${name}=${values.join('|')}`)
      const start = conditions.length > 0 ? `${title} · when ${conditions.join(' & ')}` : title
      return outcomes.filter((outcome) => outcome !== noOutcome).map((outcome) => `${start} ${outcome}`)
    })
  })
}

/** For example `code.submit · when tries=3 [isComplete] → verifying · setCode`. */
const row = /^(?<title>.+?)(?: · when (?<when>.+?))?(?: \[.+\])? → (?<target>.+?)(?: · (?<actions>.+))?$/

const conditionsOf = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    text.split(' & ').map((condition) => {
      const equals = condition.indexOf('=')
      return [condition.slice(0, equals), condition.slice(equals + 1).split('|')]
    }),
  )

/** Moves by place and title. */
export type MoveTable = ReadonlyMap<string, Move[]>

const moveKey = (place: string, title: string) => `${place}: ${title}`

/** Parses the rows of a table, without its starts. Throws on a malformed line. */
export function readTable(text: string): MoveTable {
  const table = new Map<string, Move[]>()
  let place = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) place = line.slice(3)
    if (line === '' || line.startsWith('#') || otherHeadings.includes(place)) continue
    const { title, when, target, actions = '' } = row.exec(line)?.groups ?? {}
    if (title === undefined || target === undefined) throw new Error(`invalid line in a move table: ${line}`)
    const move: Move = {
      place: place === root ? '' : place,
      title,
      when: when === undefined ? {} : conditionsOf(when),
      target,
      actions,
      line: `${place}: ${line}`,
    }
    const key = moveKey(move.place, title)
    table.set(key, [...(table.get(key) ?? []), move])
  }
  return table
}

/** Lines, with their place, that only one of two tables contains. */
export function differences(reviewed: string, generated: string): { removed: string[]; added: string[] } {
  const [before, after] = [reviewed, generated].map((text) => {
    let place = ''
    return text.split('\n').flatMap((line) => {
      if (line.startsWith('#')) place = line.replace(/^#+ /, '')
      return line === '' || line.startsWith('#') ? [] : [`${place}: ${line}`]
    })
  }) as [string[], string[]]
  return {
    removed: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  }
}

/** Rows that match a step; empty if the step isn't possible. */
export function movesFrom(table: MoveTable, { value, facts }: StateFacts, title: string): Move[] {
  const { place, regions } = positionOf(value)
  const moves = table.get(moveKey(place, title))
  if (!moves) return []
  const known: FactValues = { ...regions, ...factsOf(facts) }
  return moves.filter(({ when }) =>
    Object.entries(when).every(([name, values]) => values.includes(known[name] ?? '')),
  )
}
