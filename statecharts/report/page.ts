import { readFileSync } from 'node:fs'
import { toMermaid } from '../mermaid.ts'
import { transitionLabel, transitionsByName } from '../nodes.ts'
import { type Coverage, type CoveredItem, gapsOf, sourceOf, statusOf, urgentFirst } from './coverage.ts'
import { dataOf } from './data.ts'
import { screensOf } from './screens.ts'

const styles = readFileSync(new URL('page.css', import.meta.url), 'utf8')
const client = readFileSync(new URL('page.client.js', import.meta.url), 'utf8')
const find = readFileSync(new URL('find.client.js', import.meta.url), 'utf8')
const mermaid = readFileSync(new URL(import.meta.resolve('@mermaid-js/tiny')), 'utf8')

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

/** Signs in addition to colors, for accessibility. */
export const signs = { passed: '✓', failed: '✕', unreached: '○' } as const
const statusLabels = { passed: 'passed', failed: 'failed', unreached: 'not tried' } as const

const countOf = (parts: readonly CoveredItem[], status: CoveredItem['status']): number =>
  parts.filter((part) => part.status === status).length

function button(
  kind: 's' | 't',
  index: number,
  { status, paths }: CoveredItem,
  spoken: string,
  shown: string,
): string {
  const count = `${paths.length} ${paths.length === 1 ? 'path' : 'paths'}`
  const label = escapeHtml(`${spoken}: ${statusLabels[status]}, ${count}`)
  return `<button type="button" class="part ${status}" data-${kind}="${index}" aria-label="${label}" title="${label}"><b>${signs[status]}</b> ${escapeHtml(shown)}</button>`
}

function listOf({ machine, states, transitions }: Coverage): string {
  const declared = transitionsByName(machine)
  const transitionItems = (id: string) =>
    transitions.flatMap((part, index) => {
      const transition = declared.get(part.name)
      if (!transition || sourceOf(part.name) !== id) return []
      const label = transitionLabel(transition)
      return `<li>${button('t', index, part, `${id} ${label}`, label)}</li>`
    })
  const screens = screensOf(machine)
  const rows = states.map((part, index) => {
    const screen = screens.get(part.name)
    const title = screen
      ? ` <span class="screen">${escapeHtml(screen.english)} · <span lang="zh">${escapeHtml(screen.chinese)}</span></span>`
      : ''
    return `<li>${button('s', index, part, part.name, part.name)}${title}<ul>${transitionItems(part.name).join('')}</ul></li>`
  })
  return `<ul class="parts">${rows.join('')}</ul>`
}

function diagramOf({ machine, states, transitions }: Coverage): string {
  const statuses = new Map([...states, ...transitions].map(({ name, status }) => [name, status]))
  const statusOf = (name: string) => statuses.get(name) ?? 'unreached'
  return toMermaid({ root: machine.root }, undefined, {
    sign: (name) => signs[statusOf(name)],
    styles: [
      'passed stroke:#0e5c4a',
      'failed stroke:#c43c35,stroke-width:3px',
      'unreached stroke:#7d5200,stroke-dasharray:4',
    ],
    style: statusOf,
  })
}

function sectionOf(coverage: Coverage): string {
  const { machine, paths, states, transitions } = coverage
  const reached = (parts: readonly CoveredItem[]) =>
    `${parts.length - countOf(parts, 'unreached')} of ${parts.length}`
  const failed = paths.filter(({ passed }) => !passed).length
  return `<section id="${escapeHtml(machine.id)}"><h2>${escapeHtml(machine.id)}</h2>
<label><input type="checkbox" checked> Fit to width</label>
<p>${reached(states)} states and ${reached(transitions)} transitions walked by ${paths.length} paths, ${failed} failed</p>
<div class="scroll"><pre class="mermaid">${escapeHtml(diagramOf(coverage))}</pre></div>${listOf(coverage)}</section>`
}

/** An open, collapsible list with its count, or one line if it is empty. */
function faultList(title: string, status: CoveredItem['status'], lines: readonly string[]): string {
  if (lines.length === 0)
    return `<p class="faults passed"><b class="verdict">${signs.passed} 0</b> ${title}</p>`
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')
  return `<details class="faults ${status}" open><summary><b>${signs[status]} ${lines.length}</b> ${title}</summary><ul>${items}</ul></details>`
}

/** The report as one self-contained page: failures first, then uncovered parts. */
export function toPage(
  coverages: readonly Coverage[],
  faults: readonly string[],
  areAllRun: boolean,
): string {
  const sorted = urgentFirst(coverages)
  const data = Object.fromEntries(sorted.map((coverage) => [coverage.machine.id, dataOf(coverage)]))
  const paths = coverages.reduce((sum, coverage) => sum + coverage.paths.length, 0)
  const count = faults.length
  const verdict = count === 0 ? 'no failures' : `${count} ${count === 1 ? 'fault' : 'faults'}`
  const gaps = sorted.flatMap(gapsOf)
  const failures = faults.filter((fault) => !gaps.includes(fault))
  const links = sorted.map((coverage) => {
    const status = statusOf(coverage)
    const id = escapeHtml(coverage.machine.id)
    return `<li><a class="${status}" href="#${id}"><b>${signs[status]}</b> ${id}</a></li>`
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
<p>${paths} paths, <b class="verdict ${count === 0 ? 'passed' : 'failed'}">${verdict}</b>. A state or a transition is <b class="verdict passed">${signs.passed} passed</b>, <b class="verdict failed">${signs.failed} failed</b> or <b class="verdict unreached">${signs.unreached} not tried</b>${areAllRun ? '' : '. Only some paths were run'}.</p>
${faultList('failed', 'failed', failures)}
${faultList('not tried', 'unreached', gaps)}
<search><label for="search">Search paths by machine, event, screen, start or end</label><input id="search" type="search" autocomplete="off" spellcheck="false"></search>
<nav aria-label="Machines"><ul>${links.join('')}</ul></nav>
</header>
<main><div>${sorted.map(sectionOf).join('\n')}</div>
<aside aria-live="polite"><h3>Choose a state or a transition</h3><p>Its paths and their results appear here.</p></aside></main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${mermaid.replaceAll('</script', '<\\/script')}</script>
<script>${find.replaceAll('export ', '')}${client}</script>
</body>
</html>
`
}
