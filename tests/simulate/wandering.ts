import {
  createAccountDeletion,
  createAccountExport,
  createDevices,
  type DevicesActor,
} from '@handsfree/core/account'
import { feedbackTypes } from '@handsfree/core/api'
import { type ClaimsActor, createClaimForm, createClaims } from '@handsfree/core/claim'
import { createFeedback } from '@handsfree/core/feedback'
import { createProfile } from '@handsfree/core/profile'
import { screenOf } from '@handsfree/core/screen'
import { createReceiverLink } from '@handsfree/core/trip'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import type { Chance } from './chance.ts'
import type { Tab } from './device.ts'
import type { Guest } from './world.types.ts'

/** Pages that a signed-in traveller comes to by a link, of the account or of an order. */
const pages: Record<string, (app: Tab['app'], orderId: string) => AnyActorRef> = {
  devices: createDevices,
  export: createAccountExport,
  deletion: createAccountDeletion,
  feedback: createFeedback,
  profile: createProfile,
  claims: createClaims,
  claim: (app, orderId) => createClaimForm(app, { orderId, limit: 50_000, onSent() {} }),
  link: createReceiverLink,
}

const words = ['Thank you', '谢谢', '  ', '<b>', '🧳'.repeat(40)]

/** What is typed or chosen along with an event; null where there is nothing to choose. Other events carry nothing. */
const payloads: Record<string, (chance: Chance, actor: AnyActorRef) => object | null> = {
  'feedback.change': (chance) => ({
    patch: { text: chance.pick(words), type: chance.pick(Object.values(feedbackTypes)) },
  }),
  'claim.change': (chance) => ({
    patch: {
      kind: chance.pick(['damaged', 'lost', 'late']),
      words: chance.pick(words),
      amount: chance.pick([0, 1, 12_300, 50_000, 50_001]),
    },
  }),
  'profile.change': (chance) => ({
    fields: { name: chance.pick(words), email: chance.pick(['', 'a@b.example', 'a@']) },
  }),
  'code.change': () => ({ code: '000000' }),
  'link.make': (chance) => ({ showsClaimCode: chance.is(0.5) }),
  'answer.write': (chance) => ({ words: chance.pick(words) }),
  'answer.begin': (chance, actor) => {
    const claim = (actor as ClaimsActor).getSnapshot().context.claims?.list[0]
    return claim && claim.actions.length > 0
      ? { claimId: claim.claimId, action: chance.pick([...claim.actions]) }
      : null
  },
  'device.end': (chance, actor) => {
    const { devices } = (actor as DevicesActor).getSnapshot().context
    return devices && devices.length > 0 ? { deviceId: chance.pick([...devices]).deviceId } : null
  },
}

/** Everything that may be done on a page now, by what its machine says of its state. */
function acts(actor: AnyActorRef, chance: Chance): { type: string }[] {
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot
  if (snapshot.status !== 'active') return []
  return (screenOf(snapshot)?.may ?? []).flatMap((type) => {
    const payload = payloads[type]?.(chance, actor)
    const event = { type, ...payload }
    return payload !== null && snapshot.can(event) ? [event] : []
  })
}

/** Goes to a page by chance, or does there whatever may be done. */
export function wander({ chance, orderIds }: Guest<Tab>, tab: Tab): void {
  const { actor, name } = tab.screen
  const possible = actor && name in pages ? acts(actor, chance) : []
  if (actor && possible.length > 0 && chance.is(0.8)) {
    const event = chance.pick(possible)
    tab.tell(`${name}: ${event.type}`)
    actor.send(event)
    return
  }
  const page = chance.pick(Object.keys(pages))
  tab.tell(`goes to ${page}`)
  const opened = pages[page]!(tab.app, chance.pick([...orderIds]))
  tab.show({ name: page, actor: opened, stop: () => opened.stop() })
  opened.start()
}
