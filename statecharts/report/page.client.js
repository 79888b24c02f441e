// Runs in the report: a state or a transition that is chosen shows its paths beside the diagram.
const machines = JSON.parse(document.getElementById('data').textContent)
const panel = document.querySelector('aside')
const words = { passed: 'passed', failed: 'failed', unreached: 'not reached' }
const atOnce = 40

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

const pathOf = (machine, name, path) => {
  const [start, kind, steps, length, error] = path
  const broke = error === null ? -1 : steps.length - 1
  const title = steps
    .slice(1)
    .map(([title]) => machine.titles[title])
    .join(' → ')
  const items = steps.map(([title, parts], index) => {
    const className = [parts.includes(name) && 'here', index === broke && 'broke'].filter(Boolean).join(' ')
    const told = index === 0 ? machine.starts[start] : machine.titles[title]
    return make('li', { className }, index === broke ? `✕ ${told}` : told)
  })
  const rest = length - steps.length
  return make(
    'details',
    {},
    make(
      'summary',
      {},
      make('b', { className: error === null ? 'passed' : 'failed' }, error === null ? '✓ ' : '✕ '),
      make('span', { className: 'soft' }, `${machine.kinds[kind]}, ${machine.starts[start]}: `),
      title || 'opens',
    ),
    make('ol', {}, ...items),
    ...(rest > 0
      ? [make('p', {}, `${rest} more ${rest === 1 ? 'step was' : 'steps were'} not come to.`)]
      : []),
    ...(error ? [make('pre', {}, error)] : []),
  )
}

const show = (machine, kind, index) => {
  const [name, standing, paths, facts] = machine[kind === 't' ? 'transitions' : 'states'][index]
  const list = make('div')
  const failedFirst = [...paths].sort(
    (a, b) => (machine.paths[a][4] === null) - (machine.paths[b][4] === null),
  )
  const more = make('button', { className: 'more', type: 'button' })
  const id = kind === 't' ? index : null
  const goOn = () => {
    const shown = list.childElementCount
    for (const path of failedFirst.slice(shown, shown + atOnce))
      list.append(pathOf(machine, id, machine.paths[path]))
    const left = failedFirst.length - list.childElementCount
    more.hidden = left === 0
    more.textContent = `Show ${Math.min(left, atOnce)} of ${left} more`
  }
  more.addEventListener('click', goOn)
  goOn()
  const terms = facts.flatMap(([term, text]) => [make('dt', {}, term), make('dd', {}, text)])
  const count = `${paths.length} ${paths.length === 1 ? 'path' : 'paths'}`
  const verdict = make('p', { className: `verdict ${standing}` }, `${words[standing]}, ${count}`)
  panel.replaceChildren(make('h3', {}, name), verdict, make('dl', {}, ...terms), list, more)
  panel.scrollTop = 0
}

const choose = (part) => {
  for (const chosen of document.querySelectorAll('[aria-pressed="true"]'))
    chosen.removeAttribute('aria-pressed')
  part.setAttribute('aria-pressed', 'true')
  const kind = part.dataset.t === undefined ? 's' : 't'
  show(machines[part.closest('section').id], kind, Number(part.dataset[kind]))
}

for (const part of document.querySelectorAll('.part')) part.addEventListener('click', () => choose(part))
const first = document.querySelector('.part.failed') ?? document.querySelector('.part.unreached')
if (first) choose(first)

const isDark = matchMedia('(prefers-color-scheme: dark)').matches
mermaid.initialize({
  startOnLoad: false,
  state: { useMaxWidth: false },
  theme: isDark ? 'dark' : 'neutral',
  maxTextSize: 1e6,
  maxEdges: 5_000,
})
mermaid.run().then(() => {
  const standings = { '✓': 'passed', '✕': 'failed', '○': 'unreached' }
  for (const section of document.querySelectorAll('section')) {
    for (const label of section.querySelectorAll('g.label[data-id]')) {
      const standing = standings[label.textContent[0]]
      if (!standing) continue
      label.classList.add(standing)
      const path = section.querySelector(`path[data-id="${label.dataset.id}"]`)
      path?.classList.add(standing)
      // The diagram's own styles go by its id, which no class overrides.
      if (path && standing !== 'passed')
        Object.assign(path.style, { stroke: 'var(--tone)', strokeWidth: '2.5px' })
    }
    section.querySelector('svg').addEventListener('click', ({ target }) => {
      const drawn = target.closest('.statediagram-state')?.id.match(/-state-(.+)-\d+$/)?.[1]
      const part = section.querySelector(`[data-s="${machines[section.id].drawn.indexOf(drawn)}"]`)
      if (part) choose(part)
    })
  }
})
