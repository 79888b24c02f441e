import { callOfEvent } from '@handsfree/core/contract'
import type { LifecycleEvent } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { usualCourier } from '../server/flows/autopilot/employee-for-step.ts'
import type { Act, Scene } from './mishaps.ts'
import { bagChecksOf, returnChoices } from './returning.ts'

type Event = LifecycleEvent['type']

const couriers = [usualCourier, 'courier-0418']
const places = ['pudong-airport-t2', 'hongqiao-railway-station', 'peoples-square-storage']
const reason = 'for a reason of their own'

const anyCourier = ({ chance }: Scene) => ({ employeeId: chance.pick(couriers) })
const withReason = () => ({ reason })
const handOverBody = ({ order, claimCode }: Scene) => ({ claimCode, ...bagChecksOf(order) })

const bodies: Partial<Record<Event, (scene: Scene) => object>> = {
  'review.pass': () => ({ result: 'pass' }),
  'review.reject': () => ({ result: 'reject', reason }),
  'courier.assign': anyCourier,
  'decision.allow': () => ({ result: 'allow' }),
  'decision.reject': () => ({ result: 'reject', reason }),
  'transfer.apply': anyCourier,
  'transfer.reject': withReason,
  'order.change': ({ chance }) => ({ pieces: chance.between(1, policy.maxPieces) }),
  'order.changeDestination': ({ chance }) => ({ delivery: { kind: 'site', siteId: chance.pick(places) } }),
  'order.pickUp': ({ order, bags }) => ({ bags: bags(order.pieces) }),
  'package.retag': ({ order, bags }) => {
    const [bag] = bags(1)
    const tagCode = order.bags[0]?.tagCode ?? 'none'
    return { tagCode, newTagCode: bag?.tagCode, newSealNumber: bag?.sealNumber, photos: [] }
  },
  'package.confirm': ({ order }) => ({ tagCodes: order.unconfirmedTags.slice(0, 1) }),
  'transport.complete': ({ order }) => bagChecksOf(order),
  'order.hand': handOverBody,
  'order.hotelHand': handOverBody,
  'exception.report': withReason,
  'exception.markImportant': () => ({ result: 'markImportant' }),
  'exception.ignore': () => ({ result: 'ignore' }),
  'exception.resolve': () => ({ result: 'settle', resolution: reason }),
  'exception.update': withReason,
  'exception.lock': () => ({ result: 'lockOrder', reason }),
  'exception.unlock': () => ({ result: 'unlockOrder' }),
  'exception.closeOrder': () => ({ result: 'closeOrder', reason }),
  'exception.cancelOrder': () => ({ result: 'cancelOrder', reason }),
  'order.cancel': withReason,
  'return.begin': () => ({ step: 'begin', reason: 'refused' }),
  'return.choose': ({ chance }) => ({ choice: chance.pick(returnChoices), isFree: chance.bool(0.5) }),
  'return.start': () => ({ step: 'start' }),
  'return.complete': () => ({ step: 'complete' }),
}

/** A random event that the server allows an employee, or null. */
export function randomLegalAct(scene: Scene, player: string): Act | null {
  const { events } = scene.order
  if (events.length === 0) return null
  const event = scene.chance.pick(events) as Event
  const shape = callOfEvent[event]
  if (!shape) throw new Error(`no call sends ${event}, which the server lists as possible`)
  return { shape, body: bodies[event]?.(scene) ?? {}, player }
}
