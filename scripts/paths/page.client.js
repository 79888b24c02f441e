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

const look = (svg, part) => {
  svg.classList.toggle('looks', part !== null)
  const { t, s } = part?.dataset ?? {}
  const machine = machines[svg.closest('section').id]
  const isOn = (arrow) =>
    t === undefined ? machine.states[s][4].includes(Number(arrow.dataset.t)) : arrow.dataset.t === t
  for (const arrow of svg.querySelectorAll('.arrow'))
    arrow.classList.toggle('on', part !== null && isOn(arrow))
}

const choose = (part) => {
  const chosen = document.querySelector('[aria-pressed="true"]')
  chosen?.removeAttribute('aria-pressed')
  if (chosen) look(chosen.closest('svg'), null)
  part.setAttribute('aria-pressed', 'true')
  const svg = part.closest('svg')
  look(svg, part)
  const kind = part.dataset.t === undefined ? 's' : 't'
  show(machines[svg.closest('section').id], kind, Number(part.dataset[kind]))
}

for (const svg of document.querySelectorAll('svg')) {
  const chosenIn = () => svg.querySelector('[aria-pressed="true"]')
  svg.addEventListener('pointerover', ({ target }) => look(svg, target.closest('.part') ?? chosenIn()))
  svg.addEventListener('pointerleave', () => look(svg, chosenIn()))
  svg.addEventListener('click', ({ target }) => {
    const part = target.closest('.part')
    if (part) choose(part)
  })
  svg.addEventListener('keydown', (event) => {
    const part = event.target.closest('.part')
    if (!part || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    choose(part)
  })
}
const first = ['failed', 'unreached'].flatMap(
  (standing) => document.querySelector(`.part.${standing}`) ?? [],
)[0]
if (first) choose(first)
