import type { OrderCourier } from '../contract/operator.ts'
import { bagsText } from '../i18n/bags.ts'
import { failureText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { listText } from '../i18n/list.ts'
import { joinParts } from '../i18n/place.ts'
import { reportText } from '../i18n/report.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, reasonOf } from '../lib/failure.ts'
import { type ActName, type ActProof, keptTags, proofOf, unscannedTags } from './acts.ts'
import { photoGone, previousRefused } from './outbox.ts'
import type { QueuedAct } from './queued-act.ts'

export const actText = (intl: Formatter, act: ActName): string => intl.formatMessage({ id: `crewAct.${act}` })

/** The proof that an act needs; empty for notes and for acts without one. */
export function proofText(intl: Formatter, act: ActName): string {
  const proof = proofOf(act)
  return proof === 'none' || proof === 'note' ? '' : intl.formatMessage({ id: `crewAct.needs.${proof}` })
}

const reasonHints = ['decision.reject', 'review.reject', 'transfer.reject', 'order.cancel'] as const

/** Hint naming the reader of an act's reason; empty for acts without one. */
export function reasonHintText(intl: Formatter, act: ActName): string {
  const hint = reasonHints.find((name) => name === act)
  return hint ? intl.formatMessage({ id: `crewAct.reasonHint.${hint}` }) : ''
}

/** The entries of an act in one line; empty for acts without proof. Never a claim code, name or number. */
export function entriesText(intl: Formatter, act: ActName, proof: ActProof): string {
  switch (proofOf(act)) {
    case 'reason':
      return proof.reason
    case 'report': {
      const { kind } = proof.report
      return joinParts([kind !== null && kind !== 'other' && reportText(intl, kind), proof.reason])
    }
    case 'pieces':
      return bagsText(intl, proof.pieces)
    case 'bags':
      return listText(
        intl,
        proof.bags.map(({ tagCode }) => tagCode),
      )
    case 'handOver':
      return keptTags(proof).length > 0 ? listText(intl, proof.scannedTags) : ''
    case 'shelf':
      return joinParts([listText(intl, proof.scannedTags), proof.shelf])
    case 'taken':
      return listText(intl, proof.scannedTags)
    case 'note':
      return proof.words
    case 'load':
      return joinParts([listText(intl, proof.scannedTags), unscannedTags(proof).length > 0 && proof.reason])
    case 'checks':
    case 'tags': {
      const found = proof.checks.filter((check) => check.found === 'sameSeal' || check.found === 'otherSeal')
      return listText(
        intl,
        found.map(({ tagCode }) => tagCode),
      )
    }
    default:
      return ''
  }
}

/** Why a queued act wasn't accepted, and the way on; empty if it was. */
export function refusalText(intl: Formatter, { act, refusal }: Pick<QueuedAct, 'act' | 'refusal'>): string {
  if (refusal === null) return ''
  if (refusal.code === previousRefused) return intl.formatMessage({ id: 'crewOutbox.previous' })
  if (refusal.code === photoGone) return intl.formatMessage({ id: 'crewOutbox.photoGone' })
  return actProblemText(intl, act, { kind: 'refused', ...refusal })
}

/** A courier in a list: name, car, load, and whether they work now. */
export const courierText = (
  intl: Formatter,
  { name, plate, openOrders, isOnShift, isOnBreak }: OrderCourier,
): string =>
  joinParts([
    name,
    plate,
    intl.formatMessage({ id: 'crewAct.courierOrders' }, { count: openOrders }),
    !isOnShift && intl.formatMessage({ id: 'crewAct.courierOff' }),
    isOnBreak && intl.formatMessage({ id: 'crewAct.courierBreak' }),
  ])

/** Refusals that need other words than travellers get. */
function refusalOf(act: ActName, { code, details }: ApiFailure & { kind: 'refused' }) {
  switch (code) {
    case errorCodes.accessDenied:
      if (proofOf(act) !== 'handOver') return null
      return fieldOf(details) === null ? 'proof' : 'tooManyProofs'
    case errorCodes.expressNotFound:
      return 'notYours'
    case errorCodes.expressLocked:
      return 'locked'
    case errorCodes.attendanceNotExists:
      return 'noShift'
    case errorCodes.supplementaryUnpaid:
      return 'surcharge'
    case errorCodes.assignOperationRejected:
    case errorCodes.reviewStateCannotChange:
      return 'decided'
    case errorCodes.pickupError:
      return act === 'exception.report' ? 'stillWaiting' : null
    case errorCodes.packageNotConfirmed:
      return act === 'order.pickUp' ? 'bagCount' : null
    case errorCodes.cannotCancel:
    case errorCodes.cannotRefund:
    case errorCodes.cannotChange:
      return 'notNow'
    case errorCodes.refundApplyExists:
      return reasonOf(details) === 'waiting' ? 'refundWaits' : null
    default:
      return null
  }
}

/** The reason for a refusal, and the way on. The entered proof is kept. */
export function actProblemText(intl: Formatter, act: ActName, failure: ApiFailure): string {
  if (failure.kind !== 'refused')
    return intl.formatMessage({ id: 'crewAct.sendFailed' }, { problem: failureText(intl, failure) })
  const refusal = refusalOf(act, failure)
  return refusal ? intl.formatMessage({ id: `crewAct.refused.${refusal}` }) : failureText(intl, failure)
}
