import type { MessageKey } from './message-key.ts'

export type RouteFacts = {
  /** Pattern of the path; its parameters come from wouter's `useParams`. */
  path: string
  /** `<page>.page.tsx` of the same folder. */
  page: string
  /** Message that names the page in the window's title. */
  titleKey: MessageKey
  /**
   * `members`: signed out, it leads to `/sign/in?next=…` and back afterwards. `visitors`, a step of signing in: signed
   * in, it leads on to `next`, by way of the first profile.
   */
  only?: 'members' | 'visitors'
  /** Its address lets anyone in who has it: never indexed, never cached. */
  isSecret?: true
  /** It shows what only the device knows: the server renders its frame without content. */
  isOnDevice?: true
  /** It takes the room of a wide screen, and so does its skeleton. */
  isWide?: true
  /** It needs no messages but the first part. */
  hasFirstMessages?: true
}
