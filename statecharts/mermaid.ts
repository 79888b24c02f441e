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

/**
 * Part of a machine to draw. Folded states are single boxes; their outgoing transitions start at the box. `only` limits
 * a view to some children of the root and their outgoing transitions.
 */
export type View = {
  root: AnyStateNode
  folded?: readonly AnyStateNode[]
  only?: readonly AnyStateNode[] | undefined
}

/** The outermost folded ancestor of a state, or the state itself. */
const visibleNode = (node: AnyStateNode, folded: readonly AnyStateNode[]): AnyStateNode =>
  folded.find((outer) => isWithin(node, outer)) ?? node

/** A `stateDiagram-v2` of a machine or a part of it. Pure. */
export function toMermaid({ root, folded = [], only }: View, delayLabel?: DelayLabel, marks?: Marks): string {
  const lines = ['stateDiagram-v2']
  const labels = new Map<string, Set<string>>()
  const outsideNodes = new Set<AnyStateNode>()
  const isDrawn = (node: AnyStateNode) => (only ?? [root]).some((outer) => isWithin(node, outer))
  const labelOf = (transition: AnyTransitionDefinition) => {
    const sign = marks ? `${marks.sign(transitionName(transition))} ` : ''
    return sign + transitionLabel(transition, delayLabel)
  }
  const arrow = (pad: string, from: string, to: AnyStateNode, transition: AnyTransitionDefinition) => {
    // Mermaid can't draw an arrow from within the outermost box to that box.
    const target = visibleNode(to === root ? (root.initial?.target?.[0] ?? to) : to, folded)
    if (!isDrawn(target)) outsideNodes.add(target)
    const start = `${pad}${from} --> ${idOf(target)}: `
    const label = labelOf(transition)
    if (marks) {
      // Several states within a folded one may have the same transition.
      if (!lines.includes(start + label)) lines.push(start + label)
      return
    }
    // Narrow diagrams: arrows between the same states share a label, and guards have their own line.
    const shared = labels.get(start) ?? new Set()
    if (shared.size === 0) lines.push(start)
    labels.set(start, shared.add(label.replace(' [', '<br>[')))
  }
  /** Arrows of a state. Transitions that stay inside a nested state are drawn within it, from a box named `any`. */
  const arrows = (node: AnyStateNode, pad: string, side: 'inside' | 'outside') => {
    const isNested = childrenOf(node).length > 0
    let from = idOf(node)
    for (const transition of transitionsOf(node)) {
      // Transitions without a target only run actions; the event table lists them.
      for (const target of transition.target ?? []) {
        // Re-entering a state would widen the diagram. Marks color every transition.
        if (target === node && !marks) continue
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
        if (isDrawn(first)) lines.push(`${pad}[*] --> ${idOf(visibleNode(first, folded))}`)
    }
    const children = childrenOf(node)
    const drawn = node === root ? (only ?? children) : children
    drawn.forEach((child, index) => {
      if (node.type === 'parallel' && index > 0) lines.push(`${pad}--`)
      draw(child, pad)
    })
    if (drawn[0] === children[0]) arrows(node, pad, 'inside')
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
  if (only) drawInside(root, '  ')
  else draw(root, '  ')
  for (const node of outsideNodes) lines.push(`  state "${node.path.join('.')}" as ${idOf(node)}`)
  if (marks) {
    lines.push(...marks.styles.map((style) => `  classDef ${style}`))
    for (const node of nodesOf(root)) lines.push(`  class ${idOf(node)} ${marks.style(node.id)}`)
  }
  return `${lines.map((line) => line + [...(labels.get(line) ?? [])].join('<br>')).join('\n')}\n`
}

const maxArrows = 12
const countArrows = (view: View): number => toMermaid(view).split(' --> ').length - 1

/** Splits a view with many arrows into views of a few states each. */
function split(view: View): View[] {
  const total = countArrows(view)
  const perView = Math.ceil(total / Math.ceil(total / maxArrows)) + 1
  const parts: AnyStateNode[][] = []
  for (const child of view.root.type === 'parallel' ? [] : childrenOf(view.root)) {
    const part = [...(parts.at(-1) ?? []), child]
    if (parts.length > 0 && countArrows({ ...view, only: part }) <= perView) parts[parts.length - 1] = part
    else parts.push([child])
  }
  return parts.length > 1 ? parts.map((only) => ({ ...view, only })) : [view]
}

/**
 * Diagrams of a machine, few enough arrows each to be readable at a width of 1,000 px. Large machines get an overview
 * with folded nested states, and diagrams of each of these.
 */
export function viewsOf(root: AnyStateNode): View[] {
  if (countArrows({ root }) <= maxArrows) return [{ root }]
  const folded = childrenOf(root).filter((node) => childrenOf(node).length > 0)
  const views = folded.flatMap(viewsOf)
  return root.type === 'parallel' ? views : [...split({ root, folded }), ...views]
}
