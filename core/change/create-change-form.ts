import { createActor, fromPromise } from 'xstate'
import type { Order } from '../api/contract/order.ts'
import type { App } from '../app.ts'
import { receiverMe } from '../order/create-placement.ts'
import type { Draft } from '../order/draft-shape.ts'
import { type PlacementActor, placementMachine } from '../order/placement.machine.ts'
import type { PlaceIds, ResolvedPlace } from '../order/placement.types.ts'
import { isValidPhone } from '../phone/phone.ts'
import { providePhotoSet } from '../photo/provide-photo.ts'
import { policy } from '../policy/numbers.ts'

const minute = 60_000
const nothing = () => {}

/**
 * The order's form with an order's present facts, which nobody keeps: a change is posted by its own machine. After the
 * pickup its slots count from then, so that the time of the pickup stays.
 */
export function createChangeForm(
  app: App,
  { order, place, draft }: { order: Order; place: ResolvedPlace; draft: Draft },
): PlacementActor {
  const { destination, ...site } = place
  // The password of a room without a desk stays, and is not shown.
  const known = { ...site, access: 'frontDesk' as const }
  const beforePickup = Date.parse(order.pickupTime) - policy.pickupLeadMinutes * minute
  const form = createActor(
    placementMachine.provide({
      actors: {
        resolveQr: fromPromise<ResolvedPlace, PlaceIds>(async () => ({ ...known, destination })),
        photoSet: providePhotoSet(app, { isStored: false }),
      },
      actions: { saveDraft: nothing, forgetDraft: nothing, clearSubmittedDraft: nothing },
    }),
    {
      input: {
        qrId: place.qrId,
        place: known,
        restored: {
          version: 1,
          uin: app.auth.getSnapshot().context.account?.uin ?? '',
          qrId: place.qrId,
          draft,
          photos: order.photos,
          heldPhotos: [],
          sendingPhotos: [],
          news: null,
          agreedTerms: null,
          openParts: [],
          draftKey: app.newKey(),
          submission: null,
          orderId: null,
        },
        resume: 'editing',
        hasAccount: true,
        now: order.changes?.may === 'destination' ? () => beforePickup : app.clock.now,
        newKey: app.newKey,
        me: receiverMe(app),
        isValidPhone,
      },
      clock: app.platform.clock,
    },
  )
  form.start()
  return form
}
