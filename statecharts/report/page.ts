import { readFileSync } from 'node:fs'
import type { AnyStateNode } from 'xstate'
import { idOf, toMermaid } from '../mermaid.ts'
import { actionNames, nodesOf, transitionLabel, transitionsByName } from '../nodes.ts'
import { type Coverage, type Part, sourceOf } from './coverage.ts'

const styles = readFileSync(new URL('page.css', import.meta.url), 'utf8')
const client = readFileSync(new URL('page.client.js', import.meta.url), 'utf8')
const mermaid = readFileSync(new URL(import.meta.resolve('@mermaid-js/tiny')), 'utf8')

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

/** Standing has a sign too, never colour alone. */
export const signs = { passed: '✓', failed: '✕', unreached: '○' } as const
const words = { passed: 'passed', failed: 'failed', unreached: 'not reached' } as const

type Fact = [term: string, text: string]

const worth = (facts: Fact[]): Fact[] => facts.filter(([, text]) => text !== '')

const stateFacts = (node: AnyStateNode): Fact[] =>
  worth([
    ['means', node.description ?? ''],
    ['on entry', actionNames(node.config.entry).join(', ')],
    ['on exit', actionNames(node.config.exit).join(', ')],
    ['invokes', node.invoke.map(({ id }) => id).join(', ')],
  ])

/** What the report's script reads: names once, and indexes for the rest. */
function dataOf({ machine, paths, states, transitions }: Coverage) {
  const indexIn = (list: string[]) => {
    const places = new Map<string, number>()
    return (text: string) => {
      const at = places.get(text) ?? list.push(text) - 1
      places.set(text, at)
      return at
    }
  }
  const titles: string[] = []
  const starts: string[] = []
  const kinds: string[] = []
  const [titleAt, startAt, kindAt] = [titles, starts, kinds].map(indexIn) as [
    (text: string) => number,
    (text: string) => number,
    (text: string) => number,
  ]
  const transitionAt = new Map(transitions.map(({ name }, index) => [name, index]))
  const declared = transitionsByName(machine)
  const nodes = new Map(nodesOf(machine.root).map((node) => [node.id, node]))
  const waysOf = (id: string) =>
    transitions.flatMap(({ name }, index) => (sourceOf(name) === id ? [index] : []))
  const partData = ({ name, standing, paths }: Part, title: string, facts: Fact[]) =>
    [title, standing, paths, facts, waysOf(name)] as const
  return {
    titles,
    starts,
    kinds,
    states: states.map((part) => {
      const node = nodes.get(part.name)
      return partData(part, part.name, node ? stateFacts(node) : [])
    }),
    // Names that the diagram has for the states.
    drawn: states.map(({ name }) => idOf(nodes.get(name)!)),
    transitions: transitions.map((part) => {
      const transition = declared.get(part.name)
      if (!transition) return partData(part, part.name, [])
      const targets = transition.target?.map(({ id }) => id).join(', ') ?? 'stays'
      const facts = worth([
        ['in', transition.source.id],
        ['to', transition.target && transition.reenter ? `${targets} (again)` : targets],
        ['actions', actionNames(transition.actions).join(', ')],
        ['why', transition.description ?? ''],
      ])
      return partData(part, transitionLabel(transition), facts)
    }),
    paths: paths.map(({ start, kind, steps, length, error }) => [
      startAt(start),
      kindAt(kind),
      steps.map((step) => [
        titleAt(step.title),
        step.transitions.flatMap((name) => transitionAt.get(name) ?? []),
      ]),
      length,
      error,
    ]),
  }
}

const countOf = (parts: readonly Part[], standing: Part['standing']): number =>
  parts.filter((part) => part.standing === standing).length

/** How a machine stands as a whole. */
export function standingOf(coverage: Coverage): Part['standing'] {
  const parts = [...coverage.states, ...coverage.transitions]
  if (coverage.paths.some(({ passed }) => !passed)) return 'failed'
  return countOf(parts, 'unreached') > 0 ? 'unreached' : 'passed'
}

/** A button that names a state or a transition and what walked it. */
function button(
  kind: 's' | 't',
  index: number,
  { standing, paths }: Part,
  spoken: string,
  shown: string,
): string {
  const count = `${paths.length} ${paths.length === 1 ? 'path' : 'paths'}`
  const label = escapeHtml(`${spoken}: ${words[standing]}, ${count}`)
  return `<button type="button" class="part ${standing}" data-${kind}="${index}" aria-label="${label}" title="${label}"><b>${signs[standing]}</b> ${escapeHtml(shown)}</button>`
}

/** Every state with its ways out. */
function listOf({ machine, states, transitions }: Coverage): string {
  const declared = transitionsByName(machine)
  const ways = (id: string) =>
    transitions.flatMap((part, index) => {
      const transition = declared.get(part.name)
      if (!transition || sourceOf(part.name) !== id) return []
      const label = transitionLabel(transition)
      return `<li>${button('t', index, part, `${id} ${label}`, label)}</li>`
    })
  const rows = states.map(
    (part, index) =>
      `<li>${button('s', index, part, part.name, part.name)}<ul>${ways(part.name).join('')}</ul></li>`,
  )
  return `<ul class="parts">${rows.join('')}</ul>`
}

function diagramOf({ machine, states, transitions }: Coverage): string {
  const standings = new Map([...states, ...transitions].map(({ name, standing }) => [name, standing]))
  const standing = (name: string) => standings.get(name) ?? 'unreached'
  return toMermaid({ root: machine.root }, undefined, {
    sign: (name) => signs[standing(name)],
    styles: [
      'passed stroke:#0e5c4a',
      'failed stroke:#c43c35,stroke-width:3px',
      'unreached stroke:#7d5200,stroke-dasharray:4',
    ],
    style: standing,
  })
}

function sectionOf(coverage: Coverage): string {
  const { machine, paths, states, transitions } = coverage
  const reached = (parts: readonly Part[]) =>
    `${parts.length - countOf(parts, 'unreached')} of ${parts.length}`
  const failed = paths.filter(({ passed }) => !passed).length
  return `<section id="${escapeHtml(machine.id)}"><h2>${escapeHtml(machine.id)}</h2>
<label><input type="checkbox" checked> Fit the width</label>
<p>${reached(states)} states and ${reached(transitions)} transitions walked by ${paths.length} paths, ${failed} failed</p>
<div class="scroll"><pre class="mermaid">${escapeHtml(diagramOf(coverage))}</pre></div>${listOf(coverage)}</section>`
}

/** The report as one page without other files. `faults` come first, one line each. */
export function toPage(
  coverages: readonly Coverage[],
  faults: readonly string[],
  areAllRun: boolean,
): string {
  const data = Object.fromEntries(coverages.map((coverage) => [coverage.machine.id, dataOf(coverage)]))
  const paths = coverages.reduce((sum, coverage) => sum + coverage.paths.length, 0)
  const count = faults.length
  const verdict = count === 0 ? 'nothing failed' : `${count} ${count === 1 ? 'fault' : 'faults'}`
  const links = coverages.map((coverage) => {
    const standing = standingOf(coverage)
    const id = escapeHtml(coverage.machine.id)
    return `<li><a class="${standing}" href="#${id}"><b>${signs[standing]}</b> ${id}</a></li>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paths: ${verdict}</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1>Paths through the statecharts</h1>
<p>${paths} paths, <b class="verdict ${count === 0 ? 'passed' : 'failed'}">${verdict}</b>. A state or a transition is <b class="verdict passed">${signs.passed} passed</b>, <b class="verdict failed">${signs.failed} failed</b> or <b class="verdict unreached">${signs.unreached} not reached</b>${areAllRun ? '' : '; only some of the paths were run'}.</p>
${count === 0 ? '' : `<ul class="faults">${faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('')}</ul>`}
<nav aria-label="Machines"><ul>${links.join('')}</ul></nav>
</header>
<main><div>${coverages.map(sectionOf).join('\n')}</div>
<aside aria-live="polite"><h3>Choose a state or a transition</h3><p>Its paths and their results stand here.</p></aside></main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${mermaid.replaceAll('</script', '<\\/script')}</script>
<script>${client}</script>
</body>
</html>
`
}
