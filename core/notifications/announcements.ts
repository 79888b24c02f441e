import type { SnapshotFrom } from 'xstate'
import type { announcementsMachine } from './announcements.machine.ts'

/** What is announced, and what of it was closed on this device: `shownOf` has the rest. */
export const selectAnnounced = ({ context }: SnapshotFrom<typeof announcementsMachine>) => context
