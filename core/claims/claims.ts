import type { SnapshotFrom } from 'xstate'
import { cleanLines } from '../lib/clean.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { claimsMachine } from './claims.machine.ts'

type ClaimsSnapshot = SnapshotFrom<typeof claimsMachine>

export const selectClaims = ({ context }: ClaimsSnapshot) => context.claims
export const selectMayClaim = ({ context }: ClaimsSnapshot) => context.claims?.mayClaim === 'yes'
export const selectOfferedClaim = ({ context }: ClaimsSnapshot) =>
  context.claims?.list.find(({ actions }) => actions.includes('accept'))
export const selectClaimsReading = ({ children }: ClaimsSnapshot): ReadingRef | undefined => children.reading
/** The draft answer; null unless one is being written or sent. */
export const selectClaimAnswer = ({ context }: ClaimsSnapshot) => context.answer
export const selectClaimProblem = ({ context }: ClaimsSnapshot) => context.problem
export const selectAnswerIsBusy = (snapshot: ClaimsSnapshot) => snapshot.matches('answering')
export const selectAnswerNeedsText = (snapshot: ClaimsSnapshot) =>
  snapshot.matches({ asking: 'showingErrors' }) && cleanLines(snapshot.context.answer?.words ?? '') === ''
