import type { SnapshotFrom } from 'xstate'
import type { announcementsMachine } from './announcements.machine.ts'

/** Pass to `shownOf` for the visible announcements. */
export const selectAnnouncementState = ({ context }: SnapshotFrom<typeof announcementsMachine>) => context
