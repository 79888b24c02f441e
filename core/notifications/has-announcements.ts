import type { App } from '../app.ts'
import { storageKeys } from '../lib/keys.ts'

/** Whether home may have something to announce: it came with the page, or an earlier visit stored it. */
export const hasAnnouncements = ({ known, platform }: Pick<App, 'known' | 'platform'>): boolean =>
  // Written out: the contract would bring its schemas into home's first load.
  !!(known.answers['/announcements'] as unknown[] | undefined)?.length ||
  !!platform.storage.get(storageKeys.announcements)
