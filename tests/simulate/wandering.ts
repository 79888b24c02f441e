import { ok } from '@handsfree/core'
import {
  createAccountDeletion,
  createAccountExport,
  createDevices,
  type DevicesActor,
} from '@handsfree/core/account'
import { asking, feedbackTypes, getQrSite } from '@handsfree/core/api'
import { type ClaimsActor, createClaimForm, createClaims } from '@handsfree/core/claim'
import { createFeedback } from '@handsfree/core/feedback'
import { createProfile } from '@handsfree/core/profile'
import { createSaved, type SavedActor } from '@handsfree/core/saved'
import { CameraFailed, cameraMachine, scannerMachine } from '@handsfree/core/scanner'
import { screenOf } from '@handsfree/core/screen'
import { createSiteSearch, siteKinds } from '@handsfree/core/site'
import { createReceiverLink, createTrip } from '@handsfree/core/trip'
import { type AnyActorRef, type AnyMachineSnapshot, createActor, fromCallback, fromPromise } from 'xstate'
import type { Chance } from './chance.ts'
import type { Tab } from './device.ts'
import type { Guest, World } from './world.types.ts'

type Page = (app: Tab['app'], guest: Guest<Tab>, orderId: string) => AnyActorRef

/** Tokens of the links that travellers have made: whoever collects opens them. */
const links = new WeakMap<World, Set<string>>()

const linksOf = (world: World): Set<string> => {
  const known = links.get(world) ?? new Set()
  links.set(world, known)
  return known
}

/** On a device without a camera: the code is typed. */
const createScanner = ({ api, platform, options }: Tab['app']) =>
  createActor(
    scannerMachine.provide({
      actors: {
        camera: cameraMachine.provide({
          actors: {
            watchPage: fromCallback(() => {}),
            openCamera: fromPromise<object>(async () => {
              throw new CameraFailed('missing')
            }),
          },
        }),
        checkCode: asking<string, { qrId: string }>(async ({ input, signal }) => {
          const place = await api.call(getQrSite, { params: input }, { signal })
          return place.ok ? ok(place.value.qrId) : place
        }),
      },
    }),
    { clock: platform.clock, input: { ownHost: 'handsfree.example' }, inspect: options.inspect },
  )

/** Pages that a traveller comes to by a link, of the account or of an order. */
const pages: Record<string, Page> = {
  devices: createDevices,
  export: createAccountExport,
  feedback: createFeedback,
  profile: createProfile,
  saved: createSaved,
  scanner: createScanner,
  search: (app) => createSiteSearch(app, { withDesk: 'true' }),
  claims: (app, { world }, orderId) => {
    const claims = createClaims(app, orderId)
    let isAnswering = false
    claims.subscribe((snapshot) => {
      if (isAnswering) world.people.noticeClaims()
      isAnswering = snapshot.matches('answering')
    })
    return claims
  },
  claim: (app, { world }, orderId) =>
    createClaimForm(app, { orderId, limit: 50_000, onSent: () => world.people.noticeClaims() }),
  link: (app, { world }, orderId) => {
    const made = createReceiverLink(app, orderId)
    made.subscribe(({ context: { link } }) => {
      const token = link?.path?.split('/')[2]?.split('?')[0]
      if (token) linksOf(world).add(token)
    })
    return made
  },
  deletion: (app, guest) => createDeletion(app, guest),
}

/** The end of the account, which its traveller leaves with. */
export function createDeletion(app: Tab['app'], guest: Pick<Guest<Tab>, 'left'>) {
  const deletion = createAccountDeletion(app)
  deletion.on('deletion.done', () => guest.left())
  return deletion
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
      amount: chance.pick([0, 0, 0, 1, 12_300, 50_001]),
    },
  }),
  'profile.change': (chance) => ({
    fields: { name: chance.pick(words), email: chance.pick(['', 'a@b.example', 'a@']) },
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
    const text = chance.pick(words)
    return {
      content: content.kind === 'receiver' ? { ...content, name: text } : { ...content, detail: text },
    }
  },
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

function savedEntry(chance: Chance, actor: AnyActorRef): { savedId: string } | null {
  const { list } = (actor as SavedActor).getSnapshot().context
  return list && list.length > 0 ? { savedId: chance.pick([...list]).savedId } : null
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

/** Opens the page of whoever collects, by a link that somebody has made. */
function collect({ chance, world }: Guest<Tab>, tab: Tab): boolean {
  const tokens = [...linksOf(world)]
  if (tokens.length === 0 || !chance.is(0.2)) return false
  const link = chance.pick(tokens)
  const trip = createTrip(tab.app, link)
  tab.tell('follows a recipient’s link')
  tab.show({ name: 'trip', actor: trip, link, stop: () => trip.stop() })
  trip.start()
  return true
}

/** Goes to a page by chance, or does there whatever may be done. */
export function wander(guest: Guest<Tab>, tab: Tab): void {
  const { chance, orderIds } = guest
  const { actor, name } = tab.screen
  const possible = actor && name in pages ? acts(actor, chance) : []
  if (actor && possible.length > 0 && chance.is(name === 'claim' ? 0.97 : 0.8)) {
    const event = chance.pick(possible)
    tab.tell(`${name}: ${event.type}`)
    actor.send(event)
    return
  }
  if (collect(guest, tab)) return
  const page = chance.pick(Object.keys(pages))
  tab.tell(`goes to ${page}`)
  const opened = pages[page]!(tab.app, guest, chance.pick([...orderIds]))
  tab.show({ name: page, actor: opened, stop: () => opened.stop() })
  opened.start()
}
