import { createActor } from 'xstate'
import { initialAnswer } from '../api/initial-data.ts'
import type { App } from '../app.ts'
import { missingConsentOf, rememberConsent } from '../auth/missing-consent.ts'
import { getContact } from '../contract/config.ts'
import { createOrder, type PricedFacts, type Quote, quoteOrder } from '../contract/order.ts'
import { getQrSite, getSite } from '../contract/site.ts'
import { fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { ok } from '../lib/result.ts'
import { provideSubmission } from '../lib/submission.ts'
import { providePayment } from '../payments/create-payment.ts'
import { paymentMachine } from '../payments/payment.machine.ts'
import { isValidPhone } from '../phone/phone.ts'
import { followDraftForm, provideDraftForm, receiverFromProfile } from './create-draft-form.ts'
import type { DraftFormActor } from './draft-form.machine.ts'
import type { DraftReceiver } from './draft-shape.ts'
import { type PlacementActor, placementMachine } from './placement.machine.ts'
import {
  type PlaceIds,
  type PlacementContext,
  type PlacementInput,
  type PostedOrder,
  previewOf,
  type ResolvedPlace,
} from './placement.ts'
import {
  isPlaced,
  markPlaced,
  type OrderPreview,
  readOrderPreview,
  readRecentRecipientName,
  removePlacedDraft,
  removeVisitorPreviews,
  writeOrderPreview,
} from './preview.ts'

const currentUin = (app: App): string => app.auth.getSnapshot().context.account?.uin ?? ''

/** The stored draft of the account, or of the visitor, for a QR id; without one, the latest draft. */
export const readPendingDraft = (app: App, qrId?: string): OrderPreview | null =>
  readOrderPreview(app.platform.storage, currentUin(app), qrId)

/** QR id of the latest stored draft; null if none. */
export const readPendingQrId = (app: App): string | null => readPendingDraft(app)?.qrId ?? null

const emptyReceiver: DraftReceiver = { who: 'me', name: '', dialCode: '', phoneNumber: '' }

const providePlacement = (app: App, restored: OrderPreview | null) => {
  const { api, platform } = app
  /**
   * Keys of photos that this tab has ever listed. If the stored draft lists other keys, another tab is uploading those.
   */
  const ownPhotos = new Set([...(restored?.heldPhotos ?? []), ...(restored?.sendingPhotos ?? [])])
  const removeDraft = (context: PlacementContext) =>
    removePlacedDraft(platform.storage, previewOf(context, currentUin(app)))
  return placementMachine.provide({
    actors: {
      resolveQr: fromCall<ResolvedPlace, PlaceIds>(async ({ input: { qrId, siteId }, signal }) => {
        const [place, destination] = await Promise.all([
          api.call(getQrSite, { params: { qrId } }, { signal }),
          siteId === null ? null : api.call(getSite, { params: { siteId } }, { signal }),
        ])
        return place.ok && destination?.ok ? ok({ ...place.value, destination: destination.value }) : place
      }),
      quoteOrder: fromCall<Quote, PricedFacts>(({ input, signal }) =>
        api.call(quoteOrder, { body: input }, { signal }),
      ),
      submission: provideSubmission<PostedOrder>(async (submission, signal) => {
        const created = await api.call(createOrder, submission, { signal })
        if (created.ok) rememberConsent(app, submission.body.consent)
        return created
      }),
      draftForm: provideDraftForm(app, { isStored: true }),
      payment: paymentMachine.provide(providePayment(app)),
    },
    actions: {
      saveDraft: ({ context }: { context: PlacementContext }) => {
        const preview = previewOf(context, currentUin(app))
        for (const key of [...preview.heldPhotos, ...preview.sendingPhotos]) ownPhotos.add(key)
        writeOrderPreview(platform.storage, preview, ownPhotos)
      },
      forgetDraft: ({ context }: { context: PlacementContext }) => removeDraft(context),
      // Another tab may have stored a newer draft or an order since; don't remove that.
      clearSubmittedDraft: ({ context }: { context: PlacementContext }) => {
        markPlaced(platform.storage, context.draftKey)
        const storedDraft = readPendingDraft(app, context.qrId)
        if (storedDraft?.draftKey === context.draftKey && storedDraft.orderId === null) {
          removeDraft(context)
        }
      },
    },
  })
}

const draftFoundEvent = ({ draft, leftReceiver, photos, heldPhotos, draftKey }: OrderPreview) =>
  ({ type: 'draft.found', draft, leftReceiver, photos, heldPhotos, draftKey }) as const

/** Two tabs with the same QR code share one draft: takes over the other tab's changes, and notices its order. */
function followOtherTabs(
  { platform: { storage } }: App,
  placement: PlacementActor,
  readPending: () => OrderPreview | null,
): void {
  const postedEvent = { type: 'draft.posted' } as const
  const sendIfPlaced = () => {
    const snapshot = placement.getSnapshot()
    const { draftKey, orderId } = snapshot.context
    if (orderId === null && isPlaced(storage, draftKey) && snapshot.can(postedEvent))
      placement.send(postedEvent)
  }
  const stop = storage.subscribe((key) => {
    if (key === storageKeys.placedDrafts) sendIfPlaced()
    const preview = key === storageKeys.orderPreview ? readPending() : null
    if (!preview) return
    const isPosted = preview.submission !== null || preview.orderId !== null
    placement.send(isPosted ? postedEvent : draftFoundEvent(preview))
  })
  // Runs on every snapshot: the storage event may arrive while this tab's own post is pending.
  placement.subscribe({ next: sendIfPlaced, complete: stop })
}

/**
 * Continues the order after sign-in. Then loads the account's stored draft of the QR id, unless it was already posted.
 */
function followAccount(app: App, placement: PlacementActor): void {
  const follow = () => {
    const { hasAccount, qrId, draftKey } = placement.getSnapshot().context
    // Only the visible tab may upload photos that two tabs share.
    if (hasAccount || currentUin(app) === '' || !(app.platform.isVisible?.() ?? true)) return
    const saved = readPendingDraft(app, qrId)
    placement.send({ type: 'account.signedIn' })
    if (!saved || saved.draftKey === draftKey || saved.submission || saved.orderId !== null) return
    placement.send(draftFoundEvent(saved))
  }
  const authSubscription = app.auth.subscribe(follow)
  const stop = app.platform.onReturn(follow)
  placement.subscribe({
    complete: () => {
      authSubscription.unsubscribe()
      stop()
    },
  })
}

/** The server-rendered place of a QR id. Skipped for a draft to a site, since that site must be fetched too. */
const initialPlace = (app: App, qrId: string, restored: OrderPreview | null) =>
  restored?.draft.delivery?.kind === 'site'
    ? { value: null, isFresh: false }
    : initialAnswer(app, getQrSite, { params: { qrId } })

type NewPlacementInput = Pick<PlacementInput, 'restored' | 'resume' | 'me'> &
  Partial<Pick<PlacementInput, 'now'>>

const createPlacement = (
  app: App,
  qrId: string,
  { restored, resume, me, now = app.clock.now }: NewPlacementInput,
) => {
  const place = initialPlace(app, qrId, restored)
  return createActor(providePlacement(app, restored), {
    input: {
      qrId,
      place: place.isFresh ? place.value : null,
      restored,
      resume,
      hasAccount: currentUin(app) !== '',
      now,
      newKey: app.newKey,
      me,
      isValidPhone,
      missingConsent: () => missingConsentOf(app),
    },
    clock: app.platform.clock,
    inspect: app.options.inspect,
  })
}

/**
 * A placement for the first render: a blank form at the server-rendered place, identical on every device. Never
 * started.
 */
export const previewPlacement = (app: App, qrId: string): PlacementActor =>
  createPlacement(app, qrId, {
    restored: null,
    resume: 'editing',
    me: () => emptyReceiver,
    now: () => app.initialData.renderedAt ?? app.clock.now(),
  })

/** Slots need the server clock, which any call syncs. With a server-rendered site there would be no call. */
function syncClock(app: App): void {
  void app.api.call(getContact, {})
}

function whenFormReady(placement: PlacementActor, callback: (form: DraftFormActor) => void): void {
  const { form } = placement.getSnapshot().context
  if (form) {
    callback(form)
    return
  }
  const waiting = placement.subscribe(({ context }) => {
    if (!context.form) return
    waiting.unsubscribe()
    callback(context.form)
  })
}

/** Returns the running placement of a QR id, or starts one from the stored draft. Replaces a finished placement. */
export function openPlacement(app: App, qrId: string, resume: 'editing' | 'confirming'): PlacementActor {
  const running = app.placements.get(qrId)
  const isAlive = running?.getSnapshot().status === 'active'
  // Scanning a code again starts another order; the unpaid one stays in the order list.
  if (running && isAlive && !(resume === 'editing' && running.getSnapshot().context.orderId)) return running
  running?.stop()
  const preview = readPendingDraft(app, qrId)
  const isOurs = resume === 'confirming' || preview?.orderId === null
  const placement = createPlacement(app, qrId, {
    restored: isOurs ? preview : null,
    resume,
    me: receiverFromProfile(app),
  })
  if (placement.getSnapshot().context.form) syncClock(app)
  app.placements.set(qrId, placement)
  app.platform.storage.set(storageKeys.lastSite, qrId)
  followOtherTabs(app, placement, () => readPendingDraft(app, qrId))
  followAccount(app, placement)
  whenFormReady(placement, (form) => followDraftForm(app, form))
  placement.start()
  return placement
}

/** Name of the last receiver other than the traveller, for the form's suggestion; empty if none. */
export const recentRecipientName = (app: App): string => readRecentRecipientName(app.platform.storage)

/** Stops and deletes all drafts of visitors, for a visitor who finds a stranger's draft on a shared device. */
export function discardVisitorDrafts({ platform, placements }: App): void {
  for (const [qrId, placement] of placements) {
    if (placement.getSnapshot().context.hasAccount) continue
    placement.stop()
    placements.delete(qrId)
  }
  const removedPhotoKeys = removeVisitorPreviews(platform.storage)
  platform.storage.remove(storageKeys.recentRecipient)
  platform.heldImages?.remove(removedPhotoKeys).catch(() => undefined)
}
