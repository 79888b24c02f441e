import type { App } from '../app.ts'
import { storageKeys } from '../lib/keys.ts'

/** Whether home may have announcements, server-rendered or stored. */
export const hasAnnouncements = ({ initialData, platform }: Pick<App, 'initialData' | 'platform'>): boolean =>
  // Hard-coded: importing the contract would add its schemas to home's first load.
  !!(initialData.answers['/announcements'] as unknown[] | undefined)?.length ||
  !!platform.storage.get(storageKeys.announcements)
