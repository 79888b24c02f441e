import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { transitionName } from '../../tests/models/machine-model.ts'
import { eventLabel, guardOf, transitionsOf } from '../machines/mermaid.ts'

/** One way out of a state, written inside its box; `y` is its middle. Lengths are CSS pixels, from the diagram's corner. */
export type Row = { name: string; label: string; y: number; targets: readonly string[] }

/** A state as a box: its name, what it invokes, its ways out, then the states within. */
export type Box = {
  id: string
  title: string
  invokes: readonly string[]
  kind: AnyStateNode['type']
  depth: number
  x: number
  y: number
  width: number
  height: number
  rows: Row[]
  children: Box[]
}

/**
 * Measures of the diagram. `letter` is the width of a letter of the diagram's type, which is of fixed width; `bend` the
 * room beside the last column for arrows that turn back.
 */
export const measures = {
  letter: 7.25,
  header: 30,
  line: 18,
  row: 22,
  pad: 12,
  column: 76,
  gap: 18,
  label: 34,
  bend: 38,
}

const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).sort((a, b) => a.order - b.order)

export const transitionLabel = (transition: AnyTransitionDefinition): string => {
  const guard = guardOf(transition)
  const label = eventLabel(transition.eventType, (name) => name)
  return guard ? `${label} [${guard}]` : label
}

/** The child of a state that a deeper state is in, if any. */
const childToward = (node: AnyStateNode, inner: AnyStateNode | undefined): AnyStateNode | null => {
  for (let at = inner; at; at = at.parent) if (at.parent === node) return at
  return null
}

const allTransitions = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...transitionsOf(node),
  ...childrenOf(node).flatMap(allTransitions),
]

/** Where the ways out of a state, or of any state within it, lead among its siblings. */
const siblingsAfter = (parent: AnyStateNode, node: AnyStateNode): AnyStateNode[] =>
  allTransitions(node)
    .flatMap(({ target }) => target ?? [])
    .flatMap((target) => childToward(parent, target) ?? [])
    .filter((sibling) => sibling !== node)

/** Columns of a state's children: the initial one first, then each by its fewest steps from there. */
function columnsOf(parent: AnyStateNode): AnyStateNode[][] {
  const children = childrenOf(parent)
  if (parent.type === 'parallel') return [children]
  const rank = new Map<AnyStateNode, number>()
  const spread = (nodes: AnyStateNode[], at: number) => {
    const fresh = [...new Set(nodes)].filter((node) => !rank.has(node))
    for (const node of fresh) rank.set(node, at)
    if (fresh.length > 0)
      spread(
        fresh.flatMap((node) => siblingsAfter(parent, node)),
        at + 1,
      )
  }
  spread(
    (parent.initial?.target ?? []).flatMap((target) => childToward(parent, target) ?? []),
    0,
  )
  // What only the parent's own events lead to, and last what the outside leads to.
  spread(
    transitionsOf(parent).flatMap(({ target }) =>
      (target ?? []).flatMap((to) => childToward(parent, to) ?? []),
    ),
    1,
  )
  spread(children, 1)
  const columns: AnyStateNode[][] = []
  for (const child of children) {
    const at = rank.get(child) ?? 0
    columns[at] = [...(columns[at] ?? []), child]
  }
  return columns.filter((column) => column !== undefined)
}

/** A box at the corner of nowhere, with all that is in it. */
function measure(node: AnyStateNode, depth: number): Box {
  const { letter, header, line, row, pad, column, gap, label, bend } = measures
  const invokes = node.invoke.map(({ id }) => `invokes ${id}`)
  const labels = transitionsOf(node).map((transition) => ({
    name: transitionName(transition),
    label: transitionLabel(transition),
    targets: (transition.target ?? []).map(({ id }) => id),
  }))
  const rowsTop = header + invokes.length * line
  const rows = labels.map((entry, index) => ({ ...entry, y: rowsTop + (index + 0.5) * row }))
  const innerTop = rowsTop + rows.length * row + pad
  const children: Box[] = []
  let right = 0
  let bottom = innerTop
  for (const nodes of columnsOf(node)) {
    const left = right === 0 ? pad : right + column
    let top = innerTop
    const boxes = nodes.map((child) => measure(child, depth + 1))
    const width = Math.max(...boxes.map((box) => box.width))
    for (const box of boxes) {
      children.push(moved(box, left, top))
      top += box.height + gap
    }
    right = left + width
    bottom = Math.max(bottom, top - gap + pad)
  }
  const widest = Math.max(
    (node.key.length + 3) * letter,
    ...invokes.map((text) => text.length * letter),
    ...labels.map((entry) => entry.label.length * letter + label - pad),
  )
  return {
    id: node.id,
    title: node.key,
    invokes,
    kind: node.type,
    depth,
    x: 0,
    y: 0,
    width: Math.ceil(Math.max(widest + 2 * pad, right + pad + (node.type === 'compound' ? bend : 0))),
    height: bottom,
    rows,
    children,
  }
}

const moved = (box: Box, x: number, y: number): Box => ({
  ...box,
  x: box.x + x,
  y: box.y + y,
  rows: box.rows.map((row) => ({ ...row, y: row.y + y })),
  children: box.children.map((child) => moved(child, x, y)),
})

/** A machine's states as nested boxes, from left to right. Pure: the same machine gives the same boxes. */
export const layOut = (machine: AnyStateMachine): Box => measure(machine.root, 0)

export const boxesOf = (box: Box): Box[] => [box, ...box.children.flatMap(boxesOf)]
