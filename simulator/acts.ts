import type { DevicesActor, SavedActor } from '@handsfree/core/account'
import type { OrderLedgerActor } from '@handsfree/core/bags'
import type { Draft } from '@handsfree/core/booking'
import type { ClaimsActor } from '@handsfree/core/claims'
import { feedbackTypes } from '@handsfree/core/contract'
import type { NotificationListActor } from '@handsfree/core/notifications'
import type { OrderChangeActor } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { screenOf } from '@handsfree/core/screens'
import { siteKinds } from '@handsfree/core/sites'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import type { Chance } from './chance.ts'
import { randomChange } from './changing.ts'

const formParts = ['route', 'when', 'bags', 'receiver', 'remarks'] as const
const sampleTexts = ['Thank you', '谢谢', '  ', '<b>', '🧳'.repeat(40)]

/** Random payloads by event type; null without options. Other events don't need a payload. */
const payloads: Record<string, (chance: Chance, actor: AnyActorRef) => object | null> = {
  'feedback.change': (chance) => ({
    patch: { text: chance.pick(sampleTexts), type: chance.pick(Object.values(feedbackTypes)) },
  }),
  'claim.change': (chance) => ({
    patch: {
      kind: chance.pick(['damaged', 'lost', 'late']),
      words: chance.pick(sampleTexts),
      amount: chance.pick([0, 0, 0, 1, 12_300, 50_001]),
    },
  }),
  'profile.change': (chance) => ({
    fields: { name: chance.pick(sampleTexts), email: chance.pick(['', 'a@b.example', 'a@']) },
  }),
  'code.change': () => ({ code: '000000' }),
  'code.type': (chance) => ({
    text: chance.pick(['demo-hotel-desk', 'DEMO-AIRPORT', 'no such code', '../']),
  }),
  'picture.choose': () => null,
  'keyword.change': (chance) => ({ keyword: chance.pick(['airport', '酒店', '  ', 'nowhere at all']) }),
  'kind.choose': (chance) => ({ kind: chance.pick([null, ...siteKinds]) }),
  'entry.edit': (chance, actor) => savedEntry(chance, actor),
  'entry.remove': (chance, actor) => savedEntry(chance, actor),
  'entry.change': (chance, actor) => {
    const { entry } = (actor as SavedActor).getSnapshot().context
    if (!entry) return null
    const { content } = entry
    const text = chance.pick(sampleTexts)
    return {
      content: content.kind === 'receiver' ? { ...content, name: text } : { ...content, detail: text },
    }
  },
  'link.make': (chance) => ({ showsClaimCode: chance.bool(0.5) }),
  'answer.write': (chance) => ({ words: chance.pick(sampleTexts) }),
  'answer.begin': (chance, actor) => {
    const claim = (actor as ClaimsActor).getSnapshot().context.claims?.list[0]
    return claim && claim.actions.length > 0
      ? { claimId: claim.claimId, action: chance.pick([...claim.actions]) }
      : null
  },
  'draft.change': (chance) => ({
    patch: chance.pick<Partial<Draft>>([
      { pieces: chance.between(1, policy.maxPieces) },
      { declaredValue: chance.between(0, 200_000) },
      { remarks: chance.pick(sampleTexts) },
    ]),
  }),
  'part.open': (chance) => ({ part: chance.pick(formParts) }),
  'part.close': (chance) => ({ part: chance.pick(formParts) }),
  'receiver.choose': (chance) => ({ who: chance.pick(['me', 'other']) }),
  'choice.pick': (chance) => ({ kind: chance.pick(['back', 'keep', 'address']) }),
  'choice.locate': () => null,
  'change.preview': (chance, actor) => {
    const { order } = (actor as OrderChangeActor).getSnapshot().context
    return order ? { facts: randomChange(order, chance) } : null
  },
  'question.answer': (chance, actor) => {
    const { ledger } = (actor as OrderLedgerActor).getSnapshot().context
    const questions = ledger?.questions ?? []
    if (questions.length === 0) return null
    return { questionId: chance.pick(questions).questionId, answer: chance.pick(['right', 'notRight']) }
  },
  'notifications.read': (chance, actor) => {
    const { notifications } = (actor as NotificationListActor).getSnapshot().context
    return notifications.length > 0 ? { id: chance.pick([...notifications]).id } : null
  },
  'device.end': (chance, actor) => {
    const { devices } = (actor as DevicesActor).getSnapshot().context
    return devices && devices.length > 0 ? { deviceId: chance.pick([...devices]).deviceId } : null
  },
}

function savedEntry(chance: Chance, actor: AnyActorRef): { savedId: string } | null {
  const { list } = (actor as SavedActor).getSnapshot().context
  return list && list.length > 0 ? { savedId: chance.pick([...list]).savedId } : null
}

/** Events of the order form, which two pages contain. */
const formActs = ['draft.change', 'part.open', 'part.close', 'receiver.choose']

/** Possible events of a page, with payloads. The `meta` of a state lists the allowed types. */
export function actsOn(actor: AnyActorRef, chance: Chance): { type: string }[] {
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot
  if (snapshot.status !== 'active') return []
  const may = snapshot.machine.id === 'draftForm' ? formActs : (screenOf(snapshot)?.events ?? [])
  return may.flatMap((type) => {
    const payload = payloads[type]?.(chance, actor)
    const event = { type, ...payload }
    return payload !== null && snapshot.can(event) ? [event] : []
  })
}

/** Whether a state allows any event. Payloads don't matter. */
export const hasPossibleAct = (snapshot: AnyMachineSnapshot): boolean =>
  (screenOf(snapshot)?.events ?? []).some((type) => type in payloads || snapshot.can({ type }))
