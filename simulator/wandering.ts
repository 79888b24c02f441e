import { ok } from '@handsfree/core'
import {
  createAccountDeletion,
  createAccountExport,
  createDevices,
  createProfile,
  createSaved,
} from '@handsfree/core/account'
import { createOrderLedger } from '@handsfree/core/bags'
import { createClaimForm, createClaims, createFeedback } from '@handsfree/core/claims'
import { getQrSite } from '@handsfree/core/contract'
import { fromCall } from '@handsfree/core/lib'
import { createReceiverLink, createTrip } from '@handsfree/core/orders'
import { CameraError, cameraMachine, scannerMachine } from '@handsfree/core/scanner'
import { createSiteSearch } from '@handsfree/core/sites'
import { type AnyActorRef, createActor, fromCallback, fromPromise } from 'xstate'
import { actsOn } from './acts.ts'
import type { Tab } from './device.ts'
import type { Guest, World } from './world.types.ts'

type Page = (app: Tab['app'], guest: Guest<Tab>, orderId: string) => AnyActorRef

/** Tokens of receiver links, which receivers open. */
const linksByWorld = new WeakMap<World, Set<string>>()

export const linksOf = (world: World): Set<string> => {
  const known = linksByWorld.get(world) ?? new Set()
  linksByWorld.set(world, known)
  return known
}

/** Simulated devices lack a camera, so codes are typed. */
const createScanner = ({ api, platform, options }: Tab['app']) =>
  createActor(
    scannerMachine.provide({
      actors: {
        camera: cameraMachine.provide({
          actors: {
            watchPage: fromCallback(() => {}),
            openCamera: fromPromise<object>(async () => {
              throw new CameraError('missing')
            }),
          },
        }),
        checkCode: fromCall<string, { qrId: string }>(async ({ input, signal }) => {
          const place = await api.call(getQrSite, { params: input }, { signal })
          return place.ok ? ok(place.value.qrId) : place
        }),
      },
    }),
    { clock: platform.clock, input: { ownHost: 'handsfree.example' }, inspect: options.inspect },
  )

/** Account and order pages that are opened by a link. */
const pages: Record<string, Page> = {
  devices: createDevices,
  export: createAccountExport,
  feedback: createFeedback,
  profile: createProfile,
  saved: createSaved,
  scanner: createScanner,
  search: (app) => createSiteSearch(app, { withDesk: 'true' }),
  ledger: (app, _guest, orderId) => createOrderLedger(app, orderId),
  claims: (app, { world }, orderId) => {
    const claims = createClaims(app, orderId)
    let isAnswering = false
    claims.subscribe((snapshot) => {
      if (isAnswering) world.people.watchClaims()
      isAnswering = snapshot.matches('answering')
    })
    return claims
  },
  claim: (app, { world }, orderId) =>
    createClaimForm(app, { orderId, limit: 50_000, onSent: () => world.people.watchClaims() }),
  link: (app, { world }, orderId) => {
    const receiverLink = createReceiverLink(app, orderId)
    receiverLink.subscribe(({ context: { link } }) => {
      const token = link?.path?.split('/')[2]?.split('?')[0]
      if (token) linksOf(world).add(token)
    })
    return receiverLink
  },
  deletion: (app, guest) => createDeletion(app, guest),
}

export function createDeletion(app: Tab['app'], guest: Pick<Guest<Tab>, 'onAccountDeleted'>) {
  const deletion = createAccountDeletion(app)
  deletion.on('deletion.done', () => guest.onAccountDeleted())
  return deletion
}

export function followLink(tab: Tab, link: string): void {
  const trip = createTrip(tab.app, link)
  tab.log('follows a recipient’s link')
  tab.show({ name: 'trip', actor: trip, link, stop: () => trip.stop() })
  trip.start()
}

export function openPage(guest: Guest<Tab>, tab: Tab, page: keyof typeof pages, orderId: string): void {
  const opened = pages[page]!(tab.app, guest, orderId)
  tab.show({ name: page, actor: opened, stop: () => opened.stop() })
  opened.start()
}

export function wander(guest: Guest<Tab>, tab: Tab): void {
  const { chance, orderIds } = guest
  const { actor, name } = tab.screen
  const possible = actor && name in pages ? actsOn(actor, chance) : []
  if (actor && possible.length > 0 && chance.bool(name === 'claim' ? 0.97 : 0.8)) {
    const event = chance.pick(possible)
    tab.log(`${name}: ${event.type}`)
    actor.send(event)
    return
  }
  const made = [...linksOf(guest.world)]
  if (made.length > 0 && chance.bool(0.2)) {
    followLink(tab, chance.pick(made))
    return
  }
  const page = chance.pick(Object.keys(pages))
  tab.log(`goes to ${page}`)
  openPage(guest, tab, page, chance.pick([...orderIds]))
}
