import { type AnyStateMachine, StateMachine } from 'xstate'

/** Started by `createApp` and never stopped. */
export const startedByApp: readonly string[] = ['auth', 'language', 'notification', 'realtime']

/** Pure machines for database rows; each row moves by one event at a time. */
const movedByServer: readonly string[] = [
  'bagQuestion',
  'change',
  'claimCase',
  'lifecycle',
  'paymentSession',
  'refund',
  'textMessage',
]

/** Child machines that pages also start on their own. */
const startedByPages: readonly string[] = ['payment', 'reading']

/** Machines that another machine imports dynamically. */
const lazyChildren: Readonly<Record<string, string>> = { auth: 'signIn' }

/** Ids of the machines among a machine's named actors. */
const childMachineIds = ({ implementations }: AnyStateMachine): string[] =>
  Object.values(implementations.actors).flatMap((actor) => (actor instanceof StateMachine ? actor.id : []))

/** Pairs of a starter (`app`, `page`, `server` or a machine) and the machine that it starts. */
export function startsOf(machines: readonly AnyStateMachine[]): [string, string][] {
  const links: [string, string][] = [
    ...machines.flatMap((machine) =>
      childMachineIds(machine).map((child): [string, string] => [machine.id, child]),
    ),
    ...Object.entries(lazyChildren),
  ]
  const children = new Set(links.map(([, child]) => child))
  const starter = (id: string) => {
    if (movedByServer.includes(id)) return 'server'
    return startedByApp.includes(id) ? 'app' : 'page'
  }
  const roots = machines
    .filter(({ id }) => !children.has(id) || startedByPages.includes(id))
    .map(({ id }): [string, string] => [starter(id), id])
  return [...roots, ...links]
}

/** Mermaid flow chart of which machine starts which. */
export const toMap = (machines: readonly AnyStateMachine[]): string =>
  [
    'flowchart LR',
    '  app(["the app"])',
    '  page(["a page"])',
    '  server(["the server"])',
    ...startsOf(machines).map(([from, to]) => `  ${from} --> ${to}`),
    '',
  ].join('\n')
