import type { SnapshotFrom } from 'xstate'
import type { PreparedLink } from '../contract/prepared-order.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import type { preparedLinkMachine } from './prepared-link.machine.ts'

export type PreparedLinkContext = {
  /** Null until read, and once it has ended. */
  link: PreparedLink | null
  problem: ApiFailure | null
}

export type PreparedLinkEvent =
  | ReadingUpdate<PreparedLink>
  | { type: 'link.text' }
  | { type: 'link.withdraw' }

const isOnItsWay = ({ order: { textState } }: PreparedLink): boolean =>
  textState === 'due' || textState === 'sending'

export const canText = ({ link }: PreparedLinkContext): boolean =>
  link !== null && link.guest !== null && link.sendsTexts !== false && link.textsLeft > 0 && !isOnItsWay(link)

type Snapshot = SnapshotFrom<typeof preparedLinkMachine>

export const selectPreparedLink = ({ context }: Snapshot): PreparedLink | null => context.link
export const selectPreparedProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectPreparedReading = ({ children }: Snapshot): ReadingRef | undefined =>
  children.reading as ReadingRef | undefined
