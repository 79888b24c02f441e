import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { receiverLinkMachine } from './receiver-link.machine.ts'

type ReceiverLinkSnapshot = SnapshotFrom<typeof receiverLinkMachine>

export const selectReceiverLinkReading = ({ children }: ReceiverLinkSnapshot): ReadingRef | undefined =>
  children.reading
