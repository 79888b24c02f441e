import type { MessageKey } from './message-key.ts'

export type RouteConfig = {
  /** Route pattern; pages read its parameters with wouter's `useParams`. */
  path: string
  /** `<page>.page.tsx` in the same folder. */
  page: string
  titleKey: MessageKey
  /**
   * `members`: signed-out visitors are redirected to `/sign/in?next=…`. `visitors` (steps of signing in): signed-in
   * travellers are redirected to `next`, after the first profile entry.
   */
  only?: 'members' | 'visitors'
  /** The URL grants access to anyone who has it: never indexed, never cached. */
  isSecret?: true
  /** The content depends on the device; the server only renders the frame. */
  isOnDevice?: true
  /** The content is kept for the account's next visit (`kept-pages.ts`). */
  isKept?: true
  /** Uses the wide layout, also for its skeleton. */
  isWide?: true
  /** Only needs the first part of the messages. */
  hasFirstMessages?: true
}
