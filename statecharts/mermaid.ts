import type { AnyStateMachine, AnyStateNode } from 'xstate'
import {
  childrenOf,
  type DelayLabel,
  nodesOf,
  transitionLabel,
  transitionName,
  transitionsOf,
} from './nodes.ts'

/** Name of a state in a diagram. */
export const idOf = (node: AnyStateNode): string => node.id.replace(/[^A-Za-z0-9]/g, '_')

const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer))

/** What a diagram adds to a state or a transition, by its name. */
export type Marks = {
  sign: (name: string) => string
  styles: readonly string[]
  style: (name: string) => string
}

/** One `stateDiagram-v2` for a machine, with marks if any. Pure: the same machine gives the same text. */
export function toMermaid(machine: AnyStateMachine, delayLabel?: DelayLabel, marks?: Marks): string {
  const lines = ['stateDiagram-v2']
  /** Arrows of a state; those that stay inside a nested state are drawn within it, from a box named `any`. */
  const arrows = (node: AnyStateNode, pad: string, side: 'inside' | 'outside') => {
    const isNested = childrenOf(node).length > 0
    let from = idOf(node)
    for (const transition of transitionsOf(node)) {
      const sign = marks ? `${marks.sign(transitionName(transition))} ` : ''
      const label = sign + transitionLabel(transition, delayLabel)
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
  if (marks) {
    lines.push(...marks.styles.map((style) => `  classDef ${style}`))
    for (const node of nodesOf(machine.root)) lines.push(`  class ${idOf(node)} ${marks.style(node.id)}`)
  }
  return `${lines.join('\n')}\n`
}
