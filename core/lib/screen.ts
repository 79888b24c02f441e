import type { AnyMachineSnapshot } from 'xstate'
import type { MessageKey } from '../i18n/message-key.ts'

/** `meta` of machines and states: what clients need to know about their screens. States inherit what they don't set. */
export type ScreenMeta<Event extends { type: string } = { type: string }> = {
  /** Path of the page, with parameters such as `:orderId`. */
  page?: string
  title?: MessageKey
  /** Events sent by the system, not by a person, in addition to those of child machines. */
  news?: readonly Event['type'][]
}

/** Events of child machines, which no person sends. */
const reports = /^(?:xstate|reading|paging|pages|status|photos|form|submission)\./

export type Screen = { page: string; title: MessageKey; may: readonly string[] }

/**
 * Page, title and possible events of the current state; null for a machine without a screen. Guards still decide: check
 * `snapshot.can`.
 */
export function screenOf(snapshot: AnyMachineSnapshot): Screen | null {
  const nodes = [...snapshot._nodes].sort((one, other) => one.path.length - other.path.length)
  const { page, title, news = [] } = Object.assign({}, ...nodes.map(({ meta }) => meta)) as ScreenMeta
  if (page === undefined || title === undefined) return null
  const answered = snapshot.status === 'active' ? nodes.flatMap(({ ownEvents }) => ownEvents) : []
  const isAct = (type: string) => !reports.test(type) && !news.includes(type)
  return { page, title, may: [...new Set(answered)].filter(isAct) }
}

/**
 * The page set by the current state, for machines with several pages. Null for transitional states, which stay on the
 * open page.
 */
export const ownPageOf = (snapshot: AnyMachineSnapshot): string | null =>
  snapshot._nodes.flatMap(({ parent, meta }) => (parent && meta?.page) ?? []).at(-1) ?? null
