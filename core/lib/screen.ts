import type { AnyMachineSnapshot } from 'xstate'
import type { MessageKey } from '../i18n/message-key.ts'

/** `meta` of machines and states: what clients need to know about their screens. States inherit what they don't set. */
export type ScreenMeta<Event extends { type: string } = { type: string }> = {
  /** Path of the page, with parameters such as `:orderId`. */
  page?: string
  title?: MessageKey
  /** Events sent by the system, not by a person, in addition to those of child machines. */
  systemEvents?: readonly Event['type'][]
}

/** Events of child machines, which no person sends. */
const systemEventPattern = /^(?:xstate|reading|paging|pages|status|photos|form|submission)\./

export type Screen = { page: string; title: MessageKey; events: readonly string[] }

/**
 * Page, title and possible events of the current state; null for a machine without a screen. Guards still decide: check
 * `snapshot.can`.
 */
export function screenOf(snapshot: AnyMachineSnapshot): Screen | null {
  const nodes = [...snapshot._nodes].sort((one, other) => one.path.length - other.path.length)
  const { page, title, systemEvents = [] } = Object.assign({}, ...nodes.map(({ meta }) => meta)) as ScreenMeta
  if (page === undefined || title === undefined) return null
  const handledEvents = snapshot.status === 'active' ? nodes.flatMap(({ ownEvents }) => ownEvents) : []
  const isUserEvent = (type: string) => !systemEventPattern.test(type) && !systemEvents.includes(type)
  return { page, title, events: [...new Set(handledEvents)].filter(isUserEvent) }
}

/**
 * The page set by the current state, for machines with several pages. Null for transitional states, which stay on the
 * open page.
 */
export const pageOfState = (snapshot: AnyMachineSnapshot): string | null =>
  snapshot._nodes.flatMap(({ parent, meta }) => (parent && meta?.page) ?? []).at(-1) ?? null
