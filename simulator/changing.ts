import type { ChangedFacts, Order } from '@handsfree/core/contract'
import type { OrderChangeActor } from '@handsfree/core/orders'
import type { Chance } from './chance.ts'
import { day } from './time.ts'

const nextDay = (time: string) => new Date(Date.parse(time) + day).toISOString()

export function randomChange(
  { pieces, pickupTime, deliveryTime, changes }: Order,
  chance: Chance,
): ChangedFacts {
  if (changes?.may === 'destination') return { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } }
  return chance.pick<ChangedFacts>([
    { pieces: pieces + 1 },
    { pieces: Math.max(pieces - 1, 1) },
    { pickupTime: nextDay(pickupTime), deliveryTime: nextDay(deliveryTime) },
    { remarks: 'Ring twice' },
  ])
}

/** One step on the page that changes an order. Returns whether there is more to do. */
export function changeStep(actor: OrderChangeActor, chance: Chance): boolean {
  const snapshot = actor.getSnapshot()
  const { order } = snapshot.context
  if (snapshot.matches('editing') && order)
    actor.send({ type: 'change.preview', facts: randomChange(order, chance) })
  else if (snapshot.matches('previewed'))
    actor.send({ type: chance.bool(0.9) ? 'change.confirm' : 'change.edit' })
  else if (snapshot.matches('outcomeUnknown')) actor.send({ type: 'change.retry' })
  else if (snapshot.matches('waiting') && chance.bool(0.3)) actor.send({ type: 'change.withdraw' })
  else return snapshot.hasTag('busy') || snapshot.matches('loading')
  return true
}
