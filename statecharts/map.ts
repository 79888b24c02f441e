import { type AnyStateMachine, StateMachine } from 'xstate'

/** Machines that `createApp` starts and keeps. */
export const startedByApp: readonly string[] = ['auth', 'language', 'notification', 'realtime']

/** Pure machines of what the server stores: its rows move through them, one event at a time. */
const movedByServer: readonly string[] = [
  'bagQuestion',
  'change',
  'claimCase',
  'lifecycle',
  'paymentSession',
  'refund',
  'textMessage',
]

/** Children of others that pages start as well. */
const startedByPages: readonly string[] = ['payment', 'reading']

/** Machines whose code a machine loads when it needs them. */
const loaded: Readonly<Record<string, string>> = { auth: 'signIn' }

/** Machines that are placeholders of another. */
const childrenOf = ({ implementations }: AnyStateMachine): string[] =>
  Object.values(implementations.actors).flatMap((actor) => (actor instanceof StateMachine ? actor.id : []))

/** Who starts whom, as a Mermaid flow chart: by the app, the server or a page what is nobody's child. */
export function toMap(machines: readonly AnyStateMachine[]): string {
  const childLinks = machines.flatMap((machine) => childrenOf(machine).map((child) => [machine.id, child]))
  const links = [...childLinks, ...Object.entries(loaded)]
  const children = new Set(links.map(([, child]) => child))
  const starter = (id: string) => {
    if (movedByServer.includes(id)) return 'server'
    return startedByApp.includes(id) ? 'app' : 'page'
  }
  const roots = machines
    .filter(({ id }) => !children.has(id) || startedByPages.includes(id))
    .map(({ id }) => [starter(id), id])
  return [
    'flowchart LR',
    '  app(["the app"])',
    '  page(["a page"])',
    '  server(["the server"])',
    ...[...roots, ...links].map(([from, to]) => `  ${from} --> ${to}`),
    '',
  ].join('\n')
}
