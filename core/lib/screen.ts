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

/**
 * The page set by the current state, for machines with several pages. Null for transitional states, which stay on the
 * open page.
 */
export const pageOfState = (snapshot: AnyMachineSnapshot): string | null =>
  snapshot._nodes.flatMap(({ parent, meta }) => (parent && meta?.page) ?? []).at(-1) ?? null
