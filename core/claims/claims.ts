import type { SnapshotFrom } from 'xstate'
import { cleanLines } from '../lib/clean.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { claimsMachine } from './claims.machine.ts'

type ClaimsSnapshot = SnapshotFrom<typeof claimsMachine>

export const selectClaims = ({ context }: ClaimsSnapshot) => context.claims
/** Whether another claim may be made now. */
export const selectMayClaim = ({ context }: ClaimsSnapshot) => context.claims?.mayClaim === 'yes'
/** The claim whose offer the traveller may accept. */
export const selectOfferedClaim = ({ context }: ClaimsSnapshot) =>
  context.claims?.list.find(({ actions }) => actions.includes('accept'))
/** Reads the claims; takes `reading.retry` and `reading.hint`. */
export const selectClaimsReading = ({ children }: ClaimsSnapshot): ReadingRef | undefined => children.reading
/** What the traveller is about to answer; null unless that is asked or sent. */
export const selectClaimAnswer = ({ context }: ClaimsSnapshot) => context.answer
export const selectClaimProblem = ({ context }: ClaimsSnapshot) => context.problem
export const selectAnswerIsBusy = (snapshot: ClaimsSnapshot) => snapshot.matches('answering')
/** Whether words are missing: not before the traveller asked to send. */
export const selectAnswerNeedsWords = (snapshot: ClaimsSnapshot) =>
  snapshot.matches({ asking: 'showingErrors' }) && cleanLines(snapshot.context.answer?.words ?? '') === ''
