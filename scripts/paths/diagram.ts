import type { Coverage, Part } from './coverage.ts'
import { type Box, boxesOf, layOut, measures, type Row } from './layout.ts'

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

/** Standing is told by a sign too, never by colour alone. */
export const signs = { passed: '✓', failed: '✕', unreached: '○' } as const
export const words = { passed: 'passed', failed: 'failed', unreached: 'not reached' } as const

const pathCount = (count: number): string => `${count} ${count === 1 ? 'path' : 'paths'}`

type Place = { x: number; y: number }

const headerOf = ({ y }: Box): number => y + measures.header / 2

/** An arrow from a row to the head of a box, on the sides that look at each other. */
function arrow(from: Box, row: Row, to: Box): string {
  const isWithin = to !== from && boxesOf(from).includes(to)
  const isAround = boxesOf(to).includes(from)
  const end = (x: number): Place => ({ x, y: headerOf(to) })
  const curve = (start: Place, out: number, stop: Place, into: number) => {
    const tip = into > 0 ? -7 : 7
    const head = `M${stop.x + tip} ${stop.y - 4}L${stop.x} ${stop.y}L${stop.x + tip} ${stop.y + 4}`
    return `M${start.x} ${start.y}C${start.x + out} ${start.y} ${stop.x - into} ${stop.y} ${stop.x} ${stop.y}${head}`
  }
  const left = { x: from.x, y: row.y }
  const right = { x: from.x + from.width, y: row.y }
  // To a state within, an arrow begins at the row's sign; to one around, it ends at the inside of its edge.
  if (isWithin) return curve({ x: from.x + measures.pad - 4, y: row.y }, -8, end(to.x), 24)
  if (isAround) return curve(left, -28, end(to.x), -28)
  const reach = (distance: number) => Math.max(36, Math.min(160, Math.abs(distance) / 2))
  if (to.x >= right.x) return curve(right, reach(to.x - right.x), end(to.x), reach(to.x - right.x))
  if (to.x + to.width <= left.x) {
    const stop = to.x + to.width
    return curve(left, -reach(left.x - stop), end(stop), -reach(left.x - stop))
  }
  return curve(right, 48, end(to.x + to.width), -48)
}

/** One machine as SVG: each state and each way out is a button that names what walked it. */
export function toSvg({ machine, states, transitions }: Coverage): string {
  const { header, line, row, pad, label } = measures
  const root = layOut(machine)
  const boxes = boxesOf(root)
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const partIn = (parts: readonly Part[]) => {
    const places = new Map(parts.map((part, index) => [part.name, { ...part, index }]))
    return (name: string) =>
      places.get(name) ?? { name, standing: 'unreached' as const, paths: [], index: -1 }
  }
  const stateOf = partIn(states)
  const transitionOf = partIn(transitions)

  const ground = (box: Box) => {
    const { standing } = stateOf(box.id)
    const shape = box.children.length > 0 ? `nest d${box.depth % 2}` : 'leaf'
    const radius = box.kind === 'final' ? 16 : 8
    return `<rect class="${shape} ${box.kind} ${standing}" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="${radius}"/>`
  }
  const arrows = (box: Box) =>
    box.rows.flatMap((one) => {
      const { standing, index } = transitionOf(one.name)
      return one.targets.flatMap((target) => {
        const to = byId.get(target)
        return to ? `<path class="arrow ${standing}" data-t="${index}" d="${arrow(box, one, to)}"/>` : []
      })
    })
  const button = (
    kind: 's' | 't',
    { standing, index, paths }: ReturnType<typeof transitionOf>,
    text: string,
  ) => {
    const spoken = escapeHtml(`${text}: ${words[standing]}, ${pathCount(paths.length)}`)
    return `<g class="part ${standing}" data-${kind}="${index}" tabindex="0" role="button" aria-label="${spoken}"><title>${spoken}</title>`
  }
  const texts = (box: Box) => {
    const state = stateOf(box.id)
    const head = `${button('s', state, box.id)}<rect class="hit" x="${box.x + 2}" y="${box.y + 2}" width="${box.width - 4}" height="${header - 4}" rx="6"/><text class="sign" x="${box.x + pad}" y="${box.y + 20}">${signs[state.standing]}</text><text class="name" x="${box.x + label - 4}" y="${box.y + 20}">${escapeHtml(box.title)}</text></g>`
    const invokes = box.invokes.map((text, index) => {
      return `<text class="invoke" x="${box.x + pad}" y="${box.y + header + index * line + 12}">${escapeHtml(text)}</text>`
    })
    const rows = box.rows.map((one) => {
      const transition = transitionOf(one.name)
      const arrowless = one.targets.length === 0 ? ' stays' : ''
      return `${button('t', transition, `${box.id} ${one.label}`)}<rect class="hit${arrowless}" x="${box.x + 2}" y="${one.y - row / 2 + 1}" width="${box.width - 4}" height="${row - 2}" rx="5"/><text class="sign" x="${box.x + pad}" y="${one.y + 4}">${signs[transition.standing]}</text><text class="event${arrowless}" x="${box.x + label - 4}" y="${one.y + 4}">${escapeHtml(one.label)}</text></g>`
    })
    return [head, ...invokes, ...rows].join('')
  }
  const nests = boxes.filter(({ children }) => children.length > 0)
  const leaves = boxes.filter(({ children }) => children.length === 0)
  // An arrow passes over what is nested and under single states, so that words stay readable.
  return [
    `<svg viewBox="0 0 ${root.width} ${root.height}" width="${root.width}" height="${root.height}" role="group" aria-label="${escapeHtml(machine.id)}">`,
    ...nests.map(ground),
    ...boxes.flatMap(arrows),
    ...leaves.map(ground),
    ...boxes.map(texts),
    '</svg>',
  ].join('\n')
}
