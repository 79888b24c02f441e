import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

export const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).sort((a, b) => a.order - b.order)

/** A state and all within it, outer ones before inner ones, siblings as they are written. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(nodesOf)]

/** Every way out of a state, in the order in which it is written: on, after, invokes, always. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** A transition's name: the state that declares it, the event, and which of the branches. */
export const transitionName = (transition: AnyTransitionDefinition): string => {
  const { source, eventType } = transition
  const always = source.always?.indexOf(transition) ?? -1
  const branch = always >= 0 ? always : (source.transitions.get(eventType)?.indexOf(transition) ?? -1)
  return `${source.id} ${eventType || 'always'} #${branch}`
}

/** Every transition that a machine declares, eventless ones and each guarded branch included, by name. */
export const transitionsByName = (machine: AnyStateMachine): Map<string, AnyTransitionDefinition> =>
  new Map(
    nodesOf(machine.root)
      .flatMap(transitionsOf)
      .map((transition) => [transitionName(transition), transition]),
  )

/** Ids of everything that a machine invokes. */
export const invokeIds = (machine: AnyStateMachine): string[] => [
  ...new Set(nodesOf(machine.root).flatMap((node) => node.invoke.map(({ id }) => id))),
]

/** Names of actions as they are written: one, a list, or none. */
export const actionNames = (actions: unknown): string[] =>
  [actions ?? []]
    .flat()
    .map((action: unknown) => (typeof action === 'string' ? action : (action as { type: string }).type))

export const guardOf = ({ guard }: AnyTransitionDefinition): string | null => {
  if (guard === undefined) return null
  if (typeof guard === 'string') return guard
  return typeof guard === 'function' ? guard.name : guard.type
}

/** Words for one delay, such as `resendTick (1 s)`. */
export type DelayLabel = (name: string) => string

/** An event in words: `xstate.after.tick.auth.code` becomes `after tick`, an invoke's answer `done loadMessages`. */
export function eventLabel(eventType: string, delayLabel: DelayLabel = (name) => name): string {
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? []
  if (delay) return `after ${delayLabel(delay)}`
  const [, outcome, kind, id] = /^xstate\.(done|error)\.(actor|state)\.(.+)$/.exec(eventType) ?? []
  if (outcome && id) return kind === 'state' ? `done ${id.split('.').at(-1)}` : `${outcome} ${id}`
  return eventType === '' ? 'always' : eventType
}

/** An event with its guard in words. */
export const transitionLabel = (transition: AnyTransitionDefinition, delayLabel?: DelayLabel): string => {
  const guard = guardOf(transition)
  return eventLabel(transition.eventType, delayLabel) + (guard ? ` [${guard}]` : '')
}
