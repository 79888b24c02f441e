import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { toMap } from './map.ts'
import { toMermaid, viewsOf } from './mermaid.ts'
import { eventLabel, guardOf, nodesOf, transitionsOf } from './nodes.ts'
import type { Documented } from './registry.ts'
import type { SetupEntry } from './source.ts'

const code = (text: string): string => `\`${text}\``
/** Escapes characters that would end the table cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (heads: string[], rows: string[][]): string[] =>
  rows.length === 0
    ? []
    : [
        `| ${heads.join(' | ')} |`,
        `|${heads.map(() => '---').join('|')}|`,
        ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
        '',
      ]

const section = (title: string, heads: string[], rows: string[][]): string[] =>
  rows.length === 0 ? [] : [`### ${title}`, '', ...table(heads, rows)]

/** Formats a delay: `1000` becomes `1 s`. Computed delays stay as source text. */
export function delayText(text: string): string {
  if (!/^[\d_]+$/.test(text)) return code(text)
  const milliseconds = Number(text.replaceAll('_', ''))
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`
}

/** Path of a state within its machine; for the root, the machine's id. */
const pathOf = (node: AnyStateNode): string => (node.path.length > 0 ? node.path.join('.') : node.key)

const kindOf = (node: AnyStateNode): string =>
  node.type === 'atomic' ? '' : node.type === 'compound' ? 'nested' : node.type

/** Action names of a config value: a single action, a list, or none. */
const namesOf = (actions: unknown): string[] =>
  [actions ?? []].flat().map((action: unknown) => {
    if (typeof action === 'string') return action
    if (typeof action === 'function') return action.name
    const { type, params } = action as { type: string; params?: unknown }
    // Static parameters are part of the meaning; dynamic ones depend on the event.
    return params !== undefined && typeof params !== 'function' ? `${type} ${JSON.stringify(params)}` : type
  })

const codes = (names: readonly string[]): string => names.map(code).join(', ')

const told = (when: string, actions: unknown): string =>
  actions === undefined ? '' : `${when} ${codes(namesOf(actions))}`

/** The state's own screen, without inherited `meta`. */
function screenText(node: AnyStateNode): string {
  const { page, title } = (node.meta ?? {}) as { page?: string; title?: string }
  return page === undefined ? '' : `page ${code(page)}, ${code(title ?? '')}`
}

function stateRows(nodes: AnyStateNode[]): string[][] {
  return nodes.map((node) => {
    const facts = [
      kindOf(node),
      node.tags.length > 0 ? `tags ${codes(node.tags)}` : '',
      screenText(node),
      told('entry', node.config.entry),
      told('exit', node.config.exit),
      ...node.invoke.map((invoke) => {
        const source = typeof invoke.src === 'string' ? invoke.src : invoke.id
        return `invokes ${code(source)}${source === invoke.id ? '' : ` as ${code(invoke.id)}`}`
      }),
    ]
    return [code(pathOf(node)), node.description ?? '', facts.filter((fact) => fact !== '').join('; ')]
  })
}

/** The machine's page, and the events that users don't cause. */
function screenLines(root: AnyStateNode): string[] {
  const { news = [] } = (root.meta ?? {}) as { news?: readonly string[] }
  const others = news.length === 0 ? '' : `, but ${codes(news)}`
  const shown = screenText(root)
  return shown === '' ? [] : [`Shown on ${shown}. People cause each event of it${others}.`, '']
}

const targetOf = (transition: AnyTransitionDefinition): string =>
  transition.target
    ? transition.target.map((target) => code(pathOf(target))).join(', ') +
      (transition.reenter ? ' (again)' : '')
    : 'stays'

function eventRows(nodes: AnyStateNode[], delayLabel: (name: string) => string): string[][] {
  const rows = nodes.flatMap((node) =>
    transitionsOf(node).map((transition) => {
      const guard = guardOf(transition)
      return [
        code(eventLabel(transition.eventType, delayLabel)),
        code(pathOf(node)),
        guard ? code(guard) : '',
        targetOf(transition),
        codes(namesOf(transition.actions)),
        transition.description ?? '',
      ]
    }),
  )
  // External events first, each in one place. Branches of an event keep the order in which guards are evaluated.
  const isOwn = (label: string) => /^`(after|always|done|error) ?/.test(label)
  return rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => {
      const [left = '', right = ''] = [a.row[0], b.row[0]]
      if (isOwn(left) !== isOwn(right)) return isOwn(left) ? 1 : -1
      return left === right || isOwn(left) ? a.index - b.index : left < right ? -1 : 1
    })
    .map(({ row }) => row)
}

const makers: Record<string, string> = {
  fromPromise: 'a promise, provided by the app',
  fromCallback: 'a callback, provided by the app',
  fromObservable: 'an observable, provided by the app',
  fromTransition: 'a reducer',
  assign: 'changes the context',
  emit: 'tells listeners',
  raise: 'sends itself',
  sendTo: 'sends to another actor',
  sendParent: 'sends to the parent',
  stopChild: 'stops a child',
  spawnChild: 'starts a child',
  enqueueActions: 'decides and acts',
  log: 'logs',
}

const actorText = ({ maker, text }: SetupEntry, machines: ReadonlyMap<string, string>): string => {
  const id = machines.get(text)
  return id ? `the machine [${id}](#${id})` : (makers[maker ?? ''] ?? code(text))
}

const actionText = ({ maker, text }: SetupEntry): string => {
  if (/throw new Error\(/.test(text)) return 'provided by the app'
  const [, event] = /\btype: '([\w.]+)'/.exec(text) ?? []
  const does = makers[maker ?? ''] ?? code(text)
  return event && (maker === 'emit' || maker === 'raise') ? `${does} ${code(event)}` : does
}

function documentMachine(
  { file, machine, source }: Documented,
  machines: ReadonlyMap<string, string>,
): string[] {
  const { setup } = source
  const times = new Map(setup.delays.map(({ name, text }) => [name, text]))
  const delayLabel = (name: string): string => {
    const text = times.get(name) ?? ''
    return /^[\d_]+$/.test(text) ? `${name} (${delayText(text)})` : name
  }
  const nodes = nodesOf(machine.root)
  return [
    `## ${machine.id}`,
    '',
    `${source.description} Source: [${file}](${file}).`.trim(),
    '',
    ...screenLines(machine.root),
    ...viewsOf(machine.root).flatMap((view) => [
      '```mermaid',
      toMermaid(view, delayLabel).trimEnd(),
      '```',
      '',
    ]),
    ...section('States', ['state', 'meaning', 'facts'], stateRows(nodes)),
    ...section('Events', ['event', 'in', 'guard', 'to', 'actions', 'why'], eventRows(nodes, delayLabel)),
    ...section(
      'Guards',
      ['guard', 'asks'],
      setup.guards.map(({ name, text }) => [code(name), code(text)]),
    ),
    ...section(
      'Actions',
      ['action', 'does'],
      setup.actions.map((entry) => [code(entry.name), actionText(entry)]),
    ),
    ...section(
      'Actors',
      ['actor', 'is'],
      setup.actors.map((entry) => [code(entry.name), actorText(entry, machines)]),
    ),
    ...section(
      'Delays',
      ['delay', 'lasts'],
      setup.delays.map(({ name, text }) => [code(name), delayText(text)]),
    ),
  ]
}

/** The content of `machines.md`. Pure. */
export function toDocument(machines: readonly Documented[]): string {
  const ids = new Map(machines.map(({ source, machine }) => [source.name, machine.id]))
  return [
    '# Statecharts',
    '',
    'Written by `npm run machines` from the machines of `core`; `npm run check` fails when it is stale. To see one in',
    'the Stately editor, run `npm run machines -- --json DIR` and import the file of that machine. In a diagram, `any`',
    'stands for every state in the same box, `done` and `error` for the end of an actor. A large machine is drawn with its',
    'nested states folded, and each of these after it.',
    '',
    'Machines and their parents:',
    '',
    '```mermaid',
    toMap(machines.map(({ machine }) => machine)).trimEnd(),
    '```',
    '',
    ...machines.map(({ machine, source }) => `- [${machine.id}](#${machine.id}): ${source.description}`),
    '',
    ...machines.flatMap((documented) => documentMachine(documented, ids)),
  ].join('\n')
}
