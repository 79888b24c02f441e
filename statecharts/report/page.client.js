// Runs in the report: selecting a state or transition lists its paths beside the diagram.
const machines = JSON.parse(document.getElementById('data').textContent)
const panel = document.querySelector('aside')
const search = document.getElementById('search')
const words = { passed: 'passed', failed: 'failed', unreached: 'not tried' }
const atOnce = 40

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

const pathOf = (machine, name, path) => {
  const [start, kind, steps, length, error] = path
  const failedStep = error === null ? -1 : steps.length - 1
  const title = steps
    .slice(1)
    .map(([title]) => machine.titles[title])
    .join(' → ')
  const items = steps.map(([title, parts, screen], index) => {
    const className = [parts.includes(name) && 'here', index === failedStep && 'failed-step']
      .filter(Boolean)
      .join(' ')
    const told = index === 0 ? machine.starts[start] : machine.titles[title]
    const isNew = screen !== (steps[index - 1]?.[2] ?? -1)
    const shown = isNew ? [make('span', { className: 'screen' }, machine.screens[screen] ?? 'no screen')] : []
    return make('li', { className }, index === failedStep ? `✕ ${told}` : told, ...shown)
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

const counted = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`

/** Renders the paths of a group in batches, when it first opens. */
const groupOf = ({ machine: id, end, failed, paths }, isOpen, hasMachine, part) => {
  const machine = machines[id]
  const list = make('div')
  const more = make('button', { className: 'more', type: 'button' })
  const goOn = () => {
    const shown = list.childElementCount
    for (const path of paths.slice(shown, shown + atOnce))
      list.append(pathOf(machine, part, machine.paths[path]))
    const left = paths.length - list.childElementCount
    more.hidden = left === 0
    more.textContent = `Show ${Math.min(left, atOnce)} of ${left} more`
  }
  more.addEventListener('click', goOn)
  const sign = failed > 0 ? make('b', { className: 'failed' }, `✕ ${failed} failed `) : '✓ '
  const name = make('b', {}, hasMachine ? `${id}: ` : '', `ends in ${end}`)
  const soft = make('span', { className: 'soft' }, ` ${counted(paths.length, 'path')}`)
  const group = make('details', { className: 'group' }, make('summary', {}, sign, name, soft), list, more)
  const fill = () => group.open && list.childElementCount === 0 && goOn()
  group.addEventListener('toggle', fill)
  group.open = isOpen
  fill()
  return group
}

const groupsOf = (found, hasMachine, part) => {
  const groups = groupPaths(machines, found)
  return groups.map((group, index) => groupOf(group, index === 0 || group.failed > 0, hasMachine, part))
}

const show = (id, kind, index) => {
  const machine = machines[id]
  const [name, standing, paths, facts] = machine[kind === 't' ? 'transitions' : 'states'][index]
  const terms = facts.flatMap(([term, text]) => [make('dt', {}, term), make('dd', {}, text)])
  const verdict = `${words[standing]}, ${counted(paths.length, 'path')}`
  const groups = groupsOf(
    paths.map((path) => [id, path]),
    false,
    kind === 't' ? index : null,
  )
  const picture = kind === 's' ? machine.pictures[machine.pictured[index]] : undefined
  panel.replaceChildren(
    make('h3', {}, name),
    make('p', { className: `verdict ${standing}` }, verdict),
    ...(picture
      ? [make('img', { src: `data:image/jpeg;base64,${picture}`, alt: `The screen in ${name}` })]
      : []),
    make('dl', {}, ...terms),
    ...groups,
  )
  panel.scrollTop = 0
}

const showFound = () => {
  const found = findPaths(machines, search.value)
  const failed = found.filter(([id, index]) => machines[id].paths[index][4] !== null).length
  const verdict = `${counted(found.length, 'path')}, ${failed} failed`
  panel.replaceChildren(
    make('h3', {}, search.value.trim() === '' ? 'All paths' : `Paths with “${search.value.trim()}”`),
    make('p', { className: `verdict ${failed > 0 ? 'failed' : 'passed'}` }, verdict),
    ...groupsOf(found, true, null),
  )
  panel.scrollTop = 0
}

const choose = (part) => {
  for (const chosen of document.querySelectorAll('[aria-pressed="true"]'))
    chosen.removeAttribute('aria-pressed')
  part.setAttribute('aria-pressed', 'true')
  const kind = part.dataset.t === undefined ? 's' : 't'
  show(part.closest('section').id, kind, Number(part.dataset[kind]))
}

for (const part of document.querySelectorAll('.part')) part.addEventListener('click', () => choose(part))
const first = document.querySelector('.part.failed') ?? document.querySelector('.part.unreached')
if (first) choose(first)
else showFound()
search.addEventListener('input', () => {
  for (const chosen of document.querySelectorAll('[aria-pressed="true"]'))
    chosen.removeAttribute('aria-pressed')
  showFound()
})

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
      // Mermaid styles the diagram by id, which classes cannot override.
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
