import type { AnyMachineSnapshot } from 'xstate'
import type { MessageKey } from '../i18n/message-key.ts'

/**
 * The `meta` of a machine, and of its states: what every client needs to know of their screens. A state inherits what it
 * does not set.
 */
export type ScreenMeta<Event extends { type: string } = { type: string }> = {
  /** The page that shows it, as a path whose parameters begin with a colon. */
  page?: string
  title?: MessageKey
  /** Events by which the world reports, beside those of started machines; every other one is done by people. */
  news?: readonly Event['type'][]
}

/** Events of the machines that others start: what these report is never done by people. */
const reports = /^(?:xstate|reading|paging|pages|status|photos|form|submission)\./

export type Screen = { page: string; title: MessageKey; may: readonly string[] }

/**
 * The page of the state that a machine is in, its title, and what may be done there, as types of events. Whether one is
 * let through now, its guard decides: ask `snapshot.can`. Null for a machine without a screen.
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
 * The page that the state of a machine names itself, where its machine has several: a client leads there. Null in a state
 * on the way between them, which is shown on the page that is open.
 */
export const ownPageOf = (snapshot: AnyMachineSnapshot): string | null =>
  snapshot._nodes.flatMap(({ parent, meta }) => (parent && meta?.page) ?? []).at(-1) ?? null
