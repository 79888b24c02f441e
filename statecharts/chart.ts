import type { ESTree } from 'vite'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { actionNames, guardOf, nodesOf, transitionsOf } from './nodes.ts'
import { problemsOf } from './rules.ts'
import {
  entriesOf,
  listOf,
  type MachineSource,
  nameOf,
  type SetupKind,
  textValue,
  valueAt,
} from './source.ts'

export type ChartTransition = {
  /** As XState names it: `code.submit`, `xstate.done.actor.signIn`, `xstate.after.resendTick.auth.code`; empty for always. */
  event: string
  guard: string | null
  /** Ids of states; none when the state stays. */
  targets: string[]
  actions: string[]
  reenter: boolean
  description: string | null
}

export type ChartState = {
  id: string
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** Id of the child that it begins in. */
  initial: string | null
  description: string | null
  tags: string[]
  entry: string[]
  exit: string[]
  invokes: { id: string; src: string }[]
  /** By event; branches of one event in the order in which their guards are asked. */
  transitions: ChartTransition[]
}

/** Everything that a picture of a machine shows. Equal charts look and behave alike. */
export type Chart = {
  id: string
  /** Outer states before inner ones, siblings as they are written. */
  states: ChartState[]
  /** What `setup` names, sorted. */
  names: Record<SetupKind, string[]>
}

const kinds = ['actors', 'actions', 'guards', 'delays'] as const

const byEvent = (transitions: ChartTransition[]): ChartTransition[] =>
  transitions
    .map((transition, index) => ({ transition, index }))
    .sort((a, b) =>
      a.transition.event === b.transition.event
        ? a.index - b.index
        : a.transition.event < b.transition.event
          ? -1
          : 1,
    )
    .map(({ transition }) => transition)

type Literal = ESTree.Expression | null
const namesIn = (node: Literal): string[] => listOf(node).map((action) => nameOf(action) ?? '')
const isTrue = (node: Literal) => node?.type === 'Literal' && node.value === true
const textsIn = (node: Literal): string[] => listOf(node).map((item) => textValue(item) ?? '')

/** Where a target leads: `#machine.state`, `.child`, or a sibling. */
const resolveTarget = (target: string, id: string, parentId: string): string => {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? id + target : `${parentId}.${target}`
}

function readState(node: ESTree.Expression, id: string, parentId: string): ChartState[] {
  const transitionsIn = (event: string, value: Literal): ChartTransition[] =>
    listOf(value).map((transition) => {
      const short = textValue(transition)
      const targets = short === null ? textsIn(valueAt(transition, 'target')) : [short]
      const guard = valueAt(transition, 'guard')
      return {
        event,
        guard: guard && nameOf(guard),
        targets: targets.map((target) => resolveTarget(target, id, parentId)),
        actions: namesIn(valueAt(transition, 'actions')),
        reenter: isTrue(valueAt(transition, 'reenter')),
        description: textValue(valueAt(transition, 'description')),
      }
    })
  const invokes = listOf(valueAt(node, 'invoke')).map((invoke) => ({
    id: textValue(valueAt(invoke, 'id')) ?? '',
    src: textValue(valueAt(invoke, 'src')) ?? '',
    transitions: (invokeId: string) => [
      ...transitionsIn(`xstate.done.actor.${invokeId}`, valueAt(invoke, 'onDone')),
      ...transitionsIn(`xstate.error.actor.${invokeId}`, valueAt(invoke, 'onError')),
      ...transitionsIn(`xstate.snapshot.${invokeId}`, valueAt(invoke, 'onSnapshot')),
    ],
  }))
  const children = entriesOf(valueAt(node, 'states'))
  const initial = textValue(valueAt(node, 'initial'))
  const written = textValue(valueAt(node, 'type')) as ChartState['type'] | null
  const state: ChartState = {
    id,
    type: written ?? (children.length > 0 ? 'compound' : 'atomic'),
    initial: initial && `${id}.${initial}`,
    description: textValue(valueAt(node, 'description')),
    tags: textsIn(valueAt(node, 'tags')),
    entry: namesIn(valueAt(node, 'entry')),
    exit: namesIn(valueAt(node, 'exit')),
    invokes: invokes.map(({ id, src }) => ({ id, src })),
    transitions: byEvent([
      ...entriesOf(valueAt(node, 'on')).flatMap(([event, value]) => transitionsIn(event, value)),
      ...transitionsIn(`xstate.done.state.${id}`, valueAt(node, 'onDone')),
      ...invokes.flatMap(({ id, transitions }) => transitions(id)),
      ...entriesOf(valueAt(node, 'after')).flatMap(([delay, value]) =>
        transitionsIn(`xstate.after.${delay}.${id}`, value),
      ),
      ...transitionsIn('', valueAt(node, 'always')),
    ]),
  }
  return [state, ...children.flatMap(([key, child]) => readState(child, `${id}.${key}`, id))]
}

/**
 * A machine as an importer sees it: read from its source, nothing executed. Throws, with every reason, when a part of
 * it is not written out or has no name.
 */
export function chartOfSource(source: MachineSource): Chart {
  const problems = problemsOf(source)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const id = textValue(valueAt(source.config, 'id')) ?? ''
  const namesOf = (kind: SetupKind) => source.setup[kind].map(({ name }) => name).sort()
  return {
    id,
    states: readState(source.config, id, id),
    names: Object.fromEntries(kinds.map((kind) => [kind, namesOf(kind)])) as Chart['names'],
  }
}

const stateOf = (node: AnyStateNode): ChartState => ({
  id: node.id,
  type: node.type,
  initial: node.initial?.target[0]?.id ?? null,
  description: node.description ?? null,
  tags: [...node.tags],
  entry: actionNames(node.config.entry),
  exit: actionNames(node.config.exit),
  invokes: node.invoke.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : '' })),
  transitions: byEvent(
    transitionsOf(node).map((transition) => ({
      event: transition.eventType,
      guard: guardOf(transition),
      targets: transition.target?.map(({ id }) => id) ?? [],
      actions: actionNames(transition.actions),
      reenter: transition.reenter,
      description: transition.description ?? null,
    })),
  ),
})

/** A machine as it runs. */
export function chartOfMachine(machine: AnyStateMachine): Chart {
  const namesOf = (kind: SetupKind) => Object.keys(machine.implementations[kind]).sort()
  return {
    id: machine.id,
    states: nodesOf(machine.root).map(stateOf),
    names: Object.fromEntries(kinds.map((kind) => [kind, namesOf(kind)])) as Chart['names'],
  }
}
