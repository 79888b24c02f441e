import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** Words for one delay, such as `resendTick (1 s)`. */
export type DelayLabel = (name: string) => string

export const guardOf = ({ guard }: AnyTransitionDefinition): string | null => {
  if (guard === undefined) return null
  if (typeof guard === 'string') return guard
  return typeof guard === 'function' ? guard.name : guard.type
}

/** An event in words: `xstate.after.tick.auth.code` becomes `after tick`, an invoke's answer `done loadMessages`. */
export function eventLabel(eventType: string, delayLabel: DelayLabel): string {
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? []
  if (delay) return `after ${delayLabel(delay)}`
  const [, outcome, kind, id] = /^xstate\.(done|error)\.(actor|state)\.(.+)$/.exec(eventType) ?? []
  if (outcome && id) return kind === 'state' ? `done ${id.split('.').at(-1)}` : `${outcome} ${id}`
  return eventType === '' ? 'always' : eventType
}

/** Every way out of a state, in the order in which it is written: on, after, invokes, always. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

const idOf = (node: AnyStateNode): string => node.id.replace(/[^A-Za-z0-9]/g, '_')

const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).sort((a, b) => a.order - b.order)

const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer))

/** One `stateDiagram-v2` for a machine. Pure: the same machine gives the same text. */
export function toMermaid(machine: AnyStateMachine, delayLabel: DelayLabel): string {
  const lines = ['stateDiagram-v2']
  /** Arrows of a state; those that stay inside a nested state are drawn within it, from a box named `any`. */
  const arrows = (node: AnyStateNode, pad: string, side: 'inside' | 'outside') => {
    const isNested = childrenOf(node).length > 0
    let from = idOf(node)
    for (const transition of transitionsOf(node)) {
      const guard = guardOf(transition)
      const label = eventLabel(transition.eventType, delayLabel) + (guard ? ` [${guard}]` : '')
      // Without a target only actions run: the table of events tells it.
      for (const target of transition.target ?? []) {
        if (side !== (isNested && isWithin(target, node) ? 'inside' : 'outside')) continue
        if (side === 'inside' && from === idOf(node)) {
          from = `${idOf(node)}_any`
          lines.push(`${pad}state "any" as ${from}`)
        }
        lines.push(`${pad}${from} --> ${idOf(target)}: ${label}`)
      }
    }
  }
  const drawInside = (node: AnyStateNode, pad: string) => {
    if (node.type !== 'parallel') {
      for (const first of node.initial?.target ?? []) lines.push(`${pad}[*] --> ${idOf(first)}`)
    }
    childrenOf(node).forEach((child, index) => {
      if (node.type === 'parallel' && index > 0) lines.push(`${pad}--`)
      draw(child, pad)
    })
    arrows(node, pad, 'inside')
  }
  const draw = (node: AnyStateNode, pad: string) => {
    const invokes = node.invoke.map((invoke) => `invoke ${invoke.id}`)
    const isNested = childrenOf(node).length > 0
    const title = isNested ? [node.key, ...invokes].join(' · ') : node.key
    lines.push(`${pad}state "${title}" as ${idOf(node)}`)
    if (isNested) {
      lines.push(`${pad}state ${idOf(node)} {`)
      drawInside(node, `${pad}  `)
      lines.push(`${pad}}`)
    } else {
      for (const invoke of invokes) lines.push(`${pad}${idOf(node)} : ${invoke}`)
    }
    arrows(node, pad, 'outside')
    if (node.type === 'final') lines.push(`${pad}${idOf(node)} --> [*]`)
  }
  draw(machine.root, '  ')
  return `${lines.join('\n')}\n`
}
