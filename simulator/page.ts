import { readFileSync } from 'node:fs'
import { diagramOf } from './diagram.ts'
import type { Line } from './story.ts'
import type { Outcome, PromiseResult } from './world.ts'
import type { Options } from './world.types.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (one) => entities[one]!)

const style = `
  :root { color-scheme: light dark; --line: #8884; --bad: #c22; }
  body { margin: 0; font: 14px/1.45 system-ui, sans-serif; }
  header, section { padding: 16px; max-width: 1200px; margin: auto; }
  h1 { font-size: 20px; margin: 0 0 8px; } h2 { font-size: 16px; margin: 0 0 8px; }
  .broken { border-inline-start: 4px solid var(--bad); padding-inline-start: 12px; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  svg { width: 100%; display: block; overflow: visible; } svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
  .wide { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; }
  td, th { text-align: start; vertical-align: top; padding: 2px 8px; border-block-start: 1px solid var(--line); }
  td { overflow-wrap: anywhere; } td:nth-child(-n+3) { white-space: nowrap; font-variant-numeric: tabular-nums; }
`

const formatTime = (time: number) => new Date(time).toISOString().slice(5, 19).replace('T', ' ')
const isMove = ({ what }: Line) => what.includes(' → ')

/** Maximum number of story lines. The end of a run explains a failure. */
const maxLines = 2_000

function timeline(lines: readonly Line[]): string {
  const people = [...new Set(lines.map(({ who }) => who))]
  const [first, last] = [lines[0]?.step ?? 0, lines.at(-1)?.step ?? 1]
  const [left, width, height] = [140, 1_000, 20]
  const x = (step: number) => left + ((step - first) / Math.max(1, last - first)) * (width - left - 10)
  const rows = people.map((who, row) => {
    const y = row * height + height / 2
    const steps = [...new Set(lines.filter((line) => line.who === who).map(({ step }) => step))]
    const marks = steps.map((step) => `<circle cx="${x(step).toFixed(1)}" cy="${y}" r="2.5"/>`).join('')
    return `<text x="0" y="${y + 4}">${escapeHtml(who)}</text><line x1="${left}" x2="${width}" y1="${y}" y2="${y}" stroke="currentColor" opacity=".2"/><g fill="currentColor" opacity=".7">${marks}</g>`
  })
  return `<svg viewBox="0 0 ${width} ${people.length * height}" role="img" aria-label="Who acted at which step">${rows.join('')}</svg>`
}

function statesTable(lines: readonly Line[]): string {
  const paths = new Map<string, string[]>()
  for (const { who, what } of lines.filter(isMove)) {
    const [machine = '', state = ''] = what.split(' → ')
    const key = `${who}: ${machine}`
    const path = paths.get(key) ?? []
    if (path.at(-1) !== state) path.push(state)
    paths.set(key, path)
  }
  return [...paths]
    .map(
      ([name, path]) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td>${path.slice(-8).map(escapeHtml).join(' → ')}</td></tr>`,
    )
    .join('')
}

function promisedRows(promiseResults: readonly PromiseResult[], broken: string | undefined): string {
  const first = promiseResults.toSorted((a, b) => Number(b.name === broken) - Number(a.name === broken))
  return first
    .map(({ name, sentence, checks }) => {
      const mark = name === broken ? '<strong>broken</strong> ' : ''
      return `<tr><th scope="row">${mark}${escapeHtml(sentence)}</th><td>${escapeHtml(name)}</td><td>${checks ?? 'at the event'}</td></tr>`
    })
    .join('')
}

/** Renders the diagram. Without scripts, its source text stays visible. */
const mermaidScript = () => {
  const mermaid = readFileSync(new URL(import.meta.resolve('@mermaid-js/tiny')), 'utf8')
  return `${mermaid.replaceAll('</script', '<\\/script')}
mermaid.initialize({ startOnLoad: true, theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'neutral' })`
}

export function reportPage(
  { seed, trips }: Options,
  { broken, steps, story, promiseResults }: Outcome,
  again: string,
): string {
  const lines = story.lines.slice(-maxLines)
  const title = `Seed ${seed}: ${trips} travellers, ${steps} steps`
  const what = broken
    ? `<div class="broken"><p>Step ${broken.step}, ${formatTime(broken.time)}: <strong>${escapeHtml(broken.sentence)}</strong> (${escapeHtml(broken.invariant)})</p><pre>${escapeHtml(broken.details)}</pre></div>`
    : '<p>All invariants hold.</p>'
  const rows = lines
    .map(
      ({ step, time, who, what: done }) =>
        `<tr><td>${step}</td><td>${formatTime(time)}</td><td>${escapeHtml(who)}</td><td>${escapeHtml(done)}</td></tr>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style>
<header><h1>${escapeHtml(title)}</h1>${what}<p>Again: <code>npm run simulate -- ${escapeHtml(again)}</code></p></header>
<section><h2>Time line</h2><div class="wide">${timeline(lines)}</div></section>
<section><h2>Machines that moved last</h2><div class="wide"><pre class="mermaid">${escapeHtml(diagramOf(lines))}</pre></div></section>
<section><h2>Machines</h2><table>${statesTable(lines)}</table></section>
<section><h2>Promises</h2><table><thead><tr><th>Promise</th><th>Name</th><th>Looked at</th></tr></thead><tbody>${promisedRows(promiseResults, broken?.invariant)}</tbody></table></section>
<section><h2>Story${lines.length < story.lines.length ? `, its last ${maxLines} lines` : ''}</h2>
<table><thead><tr><th>Step</th><th>Time (UTC)</th><th>Who</th><th>What</th></tr></thead><tbody>${rows}</tbody></table></section>
<script>${mermaidScript()}</script>
</html>
`
}
