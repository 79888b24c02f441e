import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

export const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).sort((a, b) => a.order - b.order)

/** A state and its descendants in document order. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(nodesOf)]

/** Outgoing transitions in source order: on, after, invoke, always. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** Unique name of a transition: declaring state, event, and index of the branch. */
export const transitionName = (transition: AnyTransitionDefinition): string => {
  const { source, eventType } = transition
  const always = source.always?.indexOf(transition) ?? -1
  const branch = always >= 0 ? always : (source.transitions.get(eventType)?.indexOf(transition) ?? -1)
  return `${source.id} ${eventType || 'always'} #${branch}`
}

/** All transitions of a machine by name, including eventless ones and guarded branches. */
export const transitionsByName = (machine: AnyStateMachine): Map<string, AnyTransitionDefinition> =>
  new Map(
    nodesOf(machine.root)
      .flatMap(transitionsOf)
      .map((transition) => [transitionName(transition), transition]),
  )

export const invokeIds = (machine: AnyStateMachine): string[] => [
  ...new Set(nodesOf(machine.root).flatMap((node) => node.invoke.map(({ id }) => id))),
]

/** Action names of a config value: a single action, a list, or none. */
export const actionNames = (actions: unknown): string[] =>
  [actions ?? []]
    .flat()
    .map((action: unknown) => (typeof action === 'string' ? action : (action as { type: string }).type))

export const guardOf = ({ guard }: AnyTransitionDefinition): string | null => {
  if (guard === undefined) return null
  if (typeof guard === 'string') return guard
  return typeof guard === 'function' ? guard.name : guard.type
}

/** Formats a delay, for example `resendTick (1 s)`. */
export type DelayLabel = (name: string) => string

/**
 * Readable event name: `xstate.after.tick.auth.code` becomes `after tick`, the completion of an invoke `done
 * loadMessages`.
 */
export function eventLabel(eventType: string, delayLabel: DelayLabel = (name) => name): string {
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? []
  if (delay) return `after ${delayLabel(delay)}`
  const [, outcome, kind, id] = /^xstate\.(done|error)\.(actor|state)\.(.+)$/.exec(eventType) ?? []
  if (outcome && id) return kind === 'state' ? `done ${id.split('.').at(-1)}` : `${outcome} ${id}`
  return eventType === '' ? 'always' : eventType
}

export const transitionLabel = (transition: AnyTransitionDefinition, delayLabel?: DelayLabel): string => {
  const guard = guardOf(transition)
  return eventLabel(transition.eventType, delayLabel) + (guard ? ` [${guard}]` : '')
}
