import { type AnyActorRef, type AnyMachineSnapshot, isMachineSnapshot } from 'xstate'
import type { MessageKey } from '../i18n/message-key.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { type EventLabels, eventLabels } from './labels.ts'

/** Events of child machines, which no person sends. */
const systemEventPattern = /^(?:xstate|reading|paging|pages|status|photos|form|submission)\./

type EventOf<Snapshot extends AnyMachineSnapshot> = Parameters<Snapshot['can']>[0]

/** An event that is complete without data. */
type BareEvent<Event> = Event extends { type: infer Type extends string }
  ? { type: Type } extends Event
    ? { type: Type }
    : never
  : never

type DataEvent<Event> = Event extends { type: infer Type extends string }
  ? { type: Type } extends Event
    ? never
    : Event
  : never

/** Possible actions of people in a state. */
export type Actions<Event extends { type: string } = { type: string }> = {
  /** Events that can be sent as they are now. Guards have been asked. */
  buttons: readonly { event: BareEvent<Event>; label: MessageKey }[]
  /** Types of events that need data. Ask `snapshot.can` with it. */
  inputs: readonly { type: DataEvent<Event>['type']; label: MessageKey }[]
}

export type Screen<Event extends { type: string } = { type: string }> = Actions<Event> & {
  page: string
  title: MessageKey
  /** Types of all events that people send in this state. Guards still decide: check `snapshot.can`. */
  events: readonly Event['type'][]
}

const handledEvents = (snapshot: AnyMachineSnapshot): readonly string[] =>
  snapshot.status === 'active' ? [...new Set(snapshot._nodes.flatMap(({ ownEvents }) => ownEvents))] : []

function actionsOf(
  snapshot: AnyMachineSnapshot,
  types: readonly string[],
  { buttons = {}, inputs = {} }: EventLabels = eventLabels[snapshot.machine.id] ?? {},
): Actions {
  return {
    buttons: types.flatMap((type) => {
      const label = buttons[type]
      return label && snapshot.can({ type }) ? [{ event: { type } as never, label }] : []
    }),
    inputs: types.flatMap((type) => {
      const label = inputs[type]
      return label ? [{ type: type as never, label }] : []
    }),
  }
}

/**
 * Page, title, buttons and inputs of the current state; null for a machine without a screen of its own. A client's own
 * machine needs `labels`.
 */
export function screenOf<Snapshot extends AnyMachineSnapshot>(
  snapshot: Snapshot,
  labels?: EventLabels,
): Screen<EventOf<Snapshot>> | null {
  const nodes = [...snapshot._nodes].sort((one, other) => one.path.length - other.path.length)
  const { page, title, systemEvents = [] } = Object.assign({}, ...nodes.map(({ meta }) => meta)) as ScreenMeta
  if (page === undefined || title === undefined) return null
  const isUserEvent = (type: string) => !systemEventPattern.test(type) && !systemEvents.includes(type)
  const events = handledEvents(snapshot).filter(isUserEvent)
  const screen: Screen = { page, title, events, ...actionsOf(snapshot, events, labels) }
  return screen as unknown as Screen<EventOf<Snapshot>>
}

export type ActiveScreen = Actions & {
  /** Receives the events. */
  actor: AnyActorRef
  /** Id of its machine, such as `photoSet`. */
  machine: string
  /** Its own, or its parent's. Null for `auth` and `language`, which belong to every page. */
  page: string | null
  title: MessageKey | null
}

/**
 * Screens and possible actions of an actor and its active children, such as the form, its photos and the payment of
 * `placement`, and the sign-in of `auth`. Parents first; children without page are on their parent's.
 */
export function activeScreens(
  actor: AnyActorRef,
  parent: Pick<ActiveScreen, 'page' | 'title'> = { page: null, title: null },
): ActiveScreen[] {
  const snapshot: unknown = actor.getSnapshot()
  if (!isMachineSnapshot(snapshot) || snapshot.status !== 'active') return []
  const { page, title } = screenOf(snapshot) ?? parent
  const actions = actionsOf(snapshot, handledEvents(snapshot))
  const own = { actor, machine: snapshot.machine.id, page, title, ...actions }
  const isShown = page !== parent.page || actions.buttons.length + actions.inputs.length > 0
  const children = Object.values(snapshot.children as Record<string, AnyActorRef | undefined>)
  return [
    ...(isShown ? [own] : []),
    ...children.flatMap((child) => (child ? activeScreens(child, { page, title }) : [])),
  ]
}
