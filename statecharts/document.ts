import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { startsOf, toMap } from './map.ts'
import { toMermaid, viewsOf } from './mermaid.ts'
import { type DelayLabel, eventLabel, guardOf, nodesOf, transitionsOf } from './nodes.ts'
import type { DocumentedMachine } from './registry.ts'
import type { SetupEntry } from './source.ts'

const code = (text: string): string => `\`${text}\``
const codes = (names: readonly string[]): string => names.map(code).join(', ')
const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
const filled = (texts: readonly string[]): string[] => texts.filter((text) => text !== '')
/** Escapes characters that would end the table cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const diagram = (text: string): string[] => ['```mermaid', text.trimEnd(), '```', '']

const section = (title: string, heads: string[], rows: string[][]): string[] =>
  rows.length === 0
    ? []
    : [
        `## ${title}`,
        '',
        `| ${heads.join(' | ')} |`,
        `|${heads.map(() => '---').join('|')}|`,
        ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
        '',
      ]

/** Formats a delay: `1000` becomes `1 s`. Computed delays stay as source text. */
export function delayText(text: string): string {
  if (!/^[\d_]+$/.test(text)) return code(text)
  const milliseconds = Number(text.replaceAll('_', ''))
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`
}

/** Path of a state within its machine; for the root, the machine's id. */
const pathOf = (node: AnyStateNode): string => (node.path.length > 0 ? node.path.join('.') : node.key)

/** The state's own screen, without inherited `meta`. */
function screenText(node: AnyStateNode): string {
  const { page, title } = (node.meta ?? {}) as { page?: string; title?: string }
  return filled([page ? `page ${code(page)}` : '', title ? `title ${code(title)}` : '']).join(', ')
}

const stateRow = (node: AnyStateNode): string[] => {
  const invokes = node.invoke.map(({ id, src }) =>
    typeof src === 'string' && src !== id ? `invokes ${code(src)} as ${code(id)}` : `invokes ${code(id)}`,
  )
  const tags = node.tags.length > 0 ? `tags ${codes(node.tags)}` : ''
  return [code(pathOf(node)), node.description ?? '', filled([tags, screenText(node), ...invokes]).join('; ')]
}

/** One row per external event; completions, delays and eventless transitions only if they have a description. */
function eventRows(root: AnyStateNode, delayLabel: DelayLabel): string[][] {
  const external = new Map<string, AnyTransitionDefinition[]>()
  const internal: AnyTransitionDefinition[][] = []
  for (const transition of nodesOf(root).flatMap(transitionsOf)) {
    const { eventType, description } = transition
    if (!/^$|^xstate\.(after|done|error)\./.test(eventType))
      external.set(eventType, [...(external.get(eventType) ?? []), transition])
    else if (description) internal.push([transition])
  }
  const sorted = [...external].sort(([left], [right]) => (left < right ? -1 : 1))
  return [...sorted.map(([, transitions]) => transitions), ...internal].map((transitions) => {
    const states = unique(transitions.map(({ source }) => pathOf(source)))
    const descriptions = transitions.map((transition) => {
      const { source, description = '' } = transition
      const place = filled([states.length > 1 ? pathOf(source) : '', guardOf(transition) ?? ''])
      return description && place.length > 0 ? `${codes(place)}: ${description}` : description
    })
    const label = eventLabel(transitions[0]?.eventType ?? '', delayLabel)
    return [code(label), codes(states), unique(filled(descriptions)).join(' ')]
  })
}

const makerTexts: Record<string, string> = {
  fromPromise: 'promise, provided by the app',
  fromCallback: 'callback, provided by the app',
  fromObservable: 'observable, provided by the app',
}

type Context = { ids: ReadonlyMap<string, string>; starts: readonly (readonly [string, string])[] }

const linkTo = (id: string): string => `[${id}](${id}.md)`
const starters: Record<string, string> = { app: 'the app', page: 'a page', server: 'the server' }

function toPage({ file, machine, source }: DocumentedMachine, { ids, starts }: Context): string {
  const { setup } = source
  const { id, root } = machine
  const times = new Map(setup.delays.map(({ name, text }) => [name, delayText(text)]))
  const delayLabel = (name: string): string => {
    const time = times.get(name)
    return time && !time.startsWith('`') ? `${name} (${time})` : name
  }
  const actorText = ({ maker, text }: SetupEntry): string => {
    const child = ids.get(text)
    return child ? `machine ${linkTo(child)}` : (makerTexts[maker ?? ''] ?? code(text))
  }
  const startedBy = starts.flatMap(([from, to]) => (to === id ? [starters[from] ?? linkTo(from)] : []))
  const { news = [] } = (root.meta ?? {}) as { news?: readonly string[] }
  const moves = `tests/unit/models/moves/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.txt`
  const views = viewsOf(root)
  return [
    `# ${id}`,
    '',
    source.description,
    '',
    `- Source: [${file}](../../${file})`,
    `- Reviewed transitions: [${moves}](../../${moves})`,
    `- Started by: ${startedBy.join(', ')}`,
    ...(news.length > 0 ? [`- Events that the traveller doesn't cause: ${codes(news)}`] : []),
    '',
    '## Diagram',
    '',
    ...views.flatMap((view) => [
      ...(views.length > 1 ? [`### ${(view.only ?? [view.root]).map(pathOf).join(', ')}`, ''] : []),
      ...diagram(toMermaid(view, delayLabel)),
    ]),
    ...section('States', ['state', 'description', 'details'], nodesOf(root).map(stateRow)),
    ...section('Events', ['event', 'handled in', 'description'], eventRows(root, delayLabel)),
    ...section(
      'Guards',
      ['guard', 'condition'],
      setup.guards.map(({ name, text }) => [code(name), code(text)]),
    ),
    ...section(
      'Delays',
      ['delay', 'time'],
      setup.delays.map(({ name, text }) => [code(name), delayText(text)]),
    ),
    ...section(
      'Actors',
      ['actor', 'kind'],
      setup.actors.map((entry) => [code(entry.name), actorText(entry)]),
    ),
  ].join('\n')
}

const overview = (machines: readonly DocumentedMachine[]): string =>
  [
    '# Machines',
    '',
    'Generated by `npm run machines` from the XState machines of `core`. `npm run check` fails if a page is stale.',
    '',
    '## Inspect the running app',
    '',
    '1. Run `npm run dev`.',
    '2. Open the address that it prints as “Inspect” (http://localhost:5173/?inspect). If the browser blocks the window, press',
    '   “Open the inspector”.',
    '',
    'Every actor appears in the Stately inspector with its state and events. Tokens, codes and phone numbers are masked.',
    '',
    '## Open a machine in Stately’s editor',
    '',
    '1. Run `npm run machines -- --stately DIR`. It writes a file per machine.',
    '2. In a new machine of [Stately’s editor](https://stately.ai/editor), choose Import in the Code panel, and paste a file.',
    '',
    '## Parents and children',
    '',
    ...diagram(toMap(machines.map(({ machine }) => machine))),
    '## All machines',
    '',
    ...machines.map(({ machine: { id }, source }) => {
      const [sentence] = /^.*?\.(?= |$)/.exec(source.description) ?? [source.description]
      return `- [${id}](docs/machines/${id}.md): ${sentence}`
    }),
    '',
    '## How to read a diagram',
    '',
    '- `any` stands for every state in the same box.',
    '- `done` and `error` are the results of an invoked actor.',
    '- A guard is in brackets.',
    '- Large machines have an overview with folded states, and one diagram for each of these.',
    '- Diagrams omit transitions without a target. The table of events lists them.',
    '',
  ].join('\n')

/** Folder of the machines' pages. */
export const pagesFolder = 'docs/machines'

/** The generated pages by path: the overview and one page for each machine. Pure. */
export function toPages(machines: readonly DocumentedMachine[]): Map<string, string> {
  const ids = new Map(machines.map(({ source, machine }) => [source.name, machine.id]))
  const starts = startsOf(machines.map(({ machine }) => machine))
  return new Map([
    ['machines.md', overview(machines)],
    ...machines.map((documented): [string, string] => [
      `${pagesFolder}/${documented.machine.id}.md`,
      toPage(documented, { ids, starts }),
    ]),
  ])
}
