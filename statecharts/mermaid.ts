import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
import {
  childrenOf,
  type DelayLabel,
  nodesOf,
  transitionLabel,
  transitionName,
  transitionsOf,
} from './nodes.ts'

export const idOf = (node: AnyStateNode): string => node.id.replace(/[^A-Za-z0-9]/g, '_')

const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer))

export type Marks = {
  sign: (name: string) => string
  styles: readonly string[]
  style: (name: string) => string
}

/** Part of a machine to draw. Folded states are single boxes; their outgoing transitions start at the box. */
export type View = { root: AnyStateNode; folded?: readonly AnyStateNode[] }

/** The outermost folded ancestor of a state, or the state itself. */
const shownAs = (node: AnyStateNode, folded: readonly AnyStateNode[]): AnyStateNode =>
  folded.find((outer) => isWithin(node, outer)) ?? node

/** A `stateDiagram-v2` of a machine or a part of it. Pure. */
export function toMermaid({ root, folded = [] }: View, delayLabel?: DelayLabel, marks?: Marks): string {
  const lines = ['stateDiagram-v2']
  const outside = new Set<AnyStateNode>()
  const labelOf = (transition: AnyTransitionDefinition) => {
    const sign = marks ? `${marks.sign(transitionName(transition))} ` : ''
    return sign + transitionLabel(transition, delayLabel)
  }
  const arrow = (pad: string, from: string, to: AnyStateNode, transition: AnyTransitionDefinition) => {
    const target = shownAs(to, folded)
    if (!isWithin(target, root)) outside.add(target)
    const start = `${pad}${from} --> ${idOf(target)}: `
    const label = labelOf(transition)
    // Arrows between the same states share a label, to save width. Marks color single labels.
    const index = marks ? -1 : lines.findIndex((line) => line.startsWith(start))
    const labels = lines[index]?.slice(start.length).split('<br>') ?? []
    if (index >= 0 && !labels.includes(label)) lines[index] += `<br>${label}`
    // Several states within a folded one may have the same transition.
    if (index < 0 && !lines.includes(start + label)) lines.push(start + label)
  }
  /** Arrows of a state. Transitions that stay inside a nested state are drawn within it, from a box named `any`. */
  const arrows = (node: AnyStateNode, pad: string, side: 'inside' | 'outside') => {
    const isNested = childrenOf(node).length > 0
    let from = idOf(node)
    for (const transition of transitionsOf(node)) {
      // Transitions without a target only run actions; the event table lists them.
      for (const target of transition.target ?? []) {
        if (side !== (isNested && isWithin(target, node) ? 'inside' : 'outside')) continue
        if (side === 'inside' && from === idOf(node)) {
          from = `${idOf(node)}_any`
          lines.push(`${pad}state "any" as ${from}`)
        }
        arrow(pad, from, target, transition)
      }
    }
  }
  const arrowsOfFolded = (node: AnyStateNode, pad: string) => {
    for (const transition of nodesOf(node).flatMap(transitionsOf)) {
      for (const target of transition.target ?? []) {
        if (!isWithin(target, node)) arrow(pad, idOf(node), target, transition)
      }
    }
  }
  const drawInside = (node: AnyStateNode, pad: string) => {
    if (node.type !== 'parallel') {
      for (const first of node.initial?.target ?? [])
        lines.push(`${pad}[*] --> ${idOf(shownAs(first, folded))}`)
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
    if (folded.includes(node)) return arrowsOfFolded(node, pad)
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
  draw(root, '  ')
  for (const node of outside) lines.push(`  state "${node.path.join('.')}" as ${idOf(node)}`)
  if (marks) {
    lines.push(...marks.styles.map((style) => `  classDef ${style}`))
    for (const node of nodesOf(root)) lines.push(`  class ${idOf(node)} ${marks.style(node.id)}`)
  }
  return `${lines.join('\n')}\n`
}

const readable = 20

/**
 * Readable diagrams of a machine. Large machines get an overview with folded nested states, and one diagram for each
 * of these.
 */
export function viewsOf(root: AnyStateNode): View[] {
  const nested = childrenOf(root).filter((node) => childrenOf(node).length > 0)
  if (nodesOf(root).length <= readable + 1 || nested.length === 0) return [{ root }]
  return [{ root, folded: nested }, ...nested.flatMap((node) => viewsOf(node))]
}
