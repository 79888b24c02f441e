import { createActor, fromPromise } from 'xstate'
import type { ChangeKind } from '../api/contract/change-state.ts'
import type { Order } from '../api/contract/order.ts'
import { getSite } from '../api/contract/site.ts'
import type { App } from '../app.ts'
import { receiverMe } from '../order/create-placement.ts'
import { toOrderDraft } from '../order/draft.ts'
import type { Draft } from '../order/draft-shape.ts'
import { type PlacementActor, placementMachine } from '../order/placement.machine.ts'
import type { PlaceIds, PlacementContext, ResolvedPlace } from '../order/placement.types.ts'
import { isValidPhone } from '../phone/phone.ts'
import { providePhotoSet } from '../photo/provide-photo.ts'
import { policy } from '../policy/numbers.ts'
import { changedFactsOf, draftAfterPickup } from './changed-facts.ts'
import { readStoredChange, writeStoredChange } from './stored-change.ts'

const minute = 60_000
const nothing = () => {}

type ChangeFormInput = { order: Order; kind: ChangeKind; place: ResolvedPlace; first: Draft }

/**
 * The order's form with an order's present facts, or as an earlier visit left it; a change is posted by its own machine.
 * After the pickup its slots count from then, so that the time of the pickup stays.
 */
export function createChangeForm(app: App, { order, kind, place, first }: ChangeFormInput): PlacementActor {
  const { storage } = app.platform
  const uin = app.auth.getSnapshot().context.account?.uin ?? ''
  const owner = { uin, orderId: order.orderId }
  const about = JSON.stringify([kind, toOrderDraft(first, '', [])])
  const left = readStoredChange(storage, { ...owner, about })
  const atNow = (draft: Draft) =>
    kind === 'destination' ? draftAfterPickup(draft, place, app.clock.now()) : draft
  const begun = atNow(first)
  const saveDraft = ({ context: { draft, leftReceiver, openParts } }: { context: PlacementContext }) => {
    const isChanged = Object.keys(changedFactsOf(begun, draft, kind)).length > 0
    writeStoredChange(
      storage,
      owner,
      isChanged ? { about, draft, leftReceiver, openParts: [...openParts] } : null,
    )
  }
  const { destination, ...site } = place
  // The password of a room without a desk stays, and is not shown.
  const known = { ...site, access: 'frontDesk' as const }
  const beforePickup = Date.parse(order.pickupTime) - policy.pickupLeadMinutes * minute
  const form = createActor(
    placementMachine.provide({
      actors: {
        resolveQr: fromPromise<ResolvedPlace, PlaceIds>(async ({ input: { siteId }, signal }) => {
          if (siteId === null || siteId === destination?.siteId) return { ...known, destination }
          const chosen = await app.api.call(getSite, { params: { siteId } }, { signal })
          return { ...known, destination: chosen.ok ? chosen.value : destination }
        }),
        photoSet: providePhotoSet(app, { isStored: false }),
      },
      actions: { saveDraft, forgetDraft: nothing, clearSubmittedDraft: nothing },
    }),
    {
      input: {
        qrId: place.qrId,
        place: known,
        restored: {
          version: 1,
          uin,
          qrId: place.qrId,
          draft: left ? atNow(left.draft) : begun,
          leftReceiver: left?.leftReceiver ?? null,
          photos: order.photos,
          heldPhotos: [],
          sendingPhotos: [],
          news: null,
          agreedTerms: null,
          openParts: left?.openParts ?? [],
          draftKey: app.newKey(),
          submission: null,
          orderId: null,
        },
        resume: 'editing',
        hasAccount: true,
        now: kind === 'destination' ? () => beforePickup : app.clock.now,
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
