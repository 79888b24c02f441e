import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
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

/** A part of a machine to draw. A folded state is one box; what leaves it leaves the box. */
export type View = { root: AnyStateNode; folded?: readonly AnyStateNode[] }

/** Outermost folded state around a state; the state itself where there is none. */
const shownAs = (node: AnyStateNode, folded: readonly AnyStateNode[]): AnyStateNode =>
  folded.find((outer) => isWithin(node, outer)) ?? node

/** One `stateDiagram-v2` for a machine or a part of it, with marks if any. Pure: the same machine gives the same text. */
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
    const line = `${pad}${from} --> ${idOf(target)}: ${labelOf(transition)}`
    // Several states of a folded one may leave it in the same way.
    if (!lines.includes(line)) lines.push(line)
  }
  /** Arrows of a state; those that stay inside a nested state are drawn within it, from a box named `any`. */
  const arrows = (node: AnyStateNode, pad: string, side: 'inside' | 'outside') => {
    const isNested = childrenOf(node).length > 0
    let from = idOf(node)
    for (const transition of transitionsOf(node)) {
      // Without a target only actions run: the table of events tells it.
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

/** States beyond which one diagram is too much for a page. */
const readable = 20

/**
 * The diagrams of a machine that a person can read: one, or of a large machine one of the whole with its nested states
 * folded, and one of each of these.
 */
export function viewsOf(root: AnyStateNode): View[] {
  const nested = childrenOf(root).filter((node) => childrenOf(node).length > 0)
  if (nodesOf(root).length <= readable + 1 || nested.length === 0) return [{ root }]
  return [{ root, folded: nested }, ...nested.flatMap((node) => viewsOf(node))]
}
