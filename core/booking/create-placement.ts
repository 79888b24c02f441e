import { createActor } from 'xstate'
import { knownAnswer } from '../api/known.ts'
import type { App } from '../app.ts'
import { getContact } from '../contract/config.ts'
import { createOrder, type PricedFacts, type Quote, quoteOrder } from '../contract/order.ts'
import { getQrSite, getSite } from '../contract/site.ts'
import { asking } from '../lib/asking.ts'
import { storageKeys } from '../lib/keys.ts'
import { ok } from '../lib/result.ts'
import { provideSubmission } from '../lib/submission.ts'
import { providePayment } from '../payments/create-payment.ts'
import { paymentMachine } from '../payments/payment.machine.ts'
import { isValidPhone } from '../phone/phone.ts'
import { followDraftForm, provideDraftForm, receiverMe } from './create-draft-form.ts'
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
  forgetPlaced,
  forgetVisitorPreviews,
  isPlaced,
  notePlaced,
  type OrderPreview,
  readOrderPreview,
  readRecentRecipientName,
  writeOrderPreview,
} from './preview.ts'

const currentUin = (app: App): string => app.auth.getSnapshot().context.account?.uin ?? ''

/** The signed-in traveller's saved draft of a QR id, or the last one. */
export const pendingOrder = (app: App, qrId?: string): OrderPreview | null =>
  readOrderPreview(app.platform.storage, currentUin(app), qrId)

/** The QR id of the order that was last worked on and is not placed; null when there is none. */
export const pendingQrId = (app: App): string | null => pendingOrder(app)?.qrId ?? null

const unknownReceiver: DraftReceiver = { who: 'me', name: '', dialCode: '', phoneNumber: '' }

const provide = (app: App, restored: OrderPreview | null) => {
  const { api, platform } = app
  /** Every photo on the device that this tab has listed: what it lists no more is there, or was taken away. */
  const ownPhotos = new Set([...(restored?.heldPhotos ?? []), ...(restored?.sendingPhotos ?? [])])
  const forgetOrder = (context: PlacementContext) =>
    forgetPlaced(platform.storage, previewOf(context, currentUin(app)))
  return placementMachine.provide({
    actors: {
      resolveQr: asking<ResolvedPlace, PlaceIds>(async ({ input: { qrId, siteId }, signal }) => {
        const [place, destination] = await Promise.all([
          api.call(getQrSite, { params: { qrId } }, { signal }),
          siteId === null ? null : api.call(getSite, { params: { siteId } }, { signal }),
        ])
        return place.ok && destination?.ok ? ok({ ...place.value, destination: destination.value }) : place
      }),
      quoteOrder: asking<Quote, PricedFacts>(({ input, signal }) =>
        api.call(quoteOrder, { body: input }, { signal }),
      ),
      submission: provideSubmission<PostedOrder>((submission, signal) =>
        api.call(createOrder, submission, { signal }),
      ),
      draftForm: provideDraftForm(app, { isStored: true }),
      payment: paymentMachine.provide(providePayment(app)),
    },
    actions: {
      saveDraft: ({ context }: { context: PlacementContext }) => {
        const preview = previewOf(context, currentUin(app))
        for (const key of [...preview.heldPhotos, ...preview.sendingPhotos]) ownPhotos.add(key)
        writeOrderPreview(platform.storage, preview, ownPhotos)
      },
      forgetDraft: ({ context }: { context: PlacementContext }) => forgetOrder(context),
      // Does not remove an order that another tab has saved since.
      clearSubmittedDraft: ({ context }: { context: PlacementContext }) => {
        notePlaced(platform.storage, context.draftKey)
        const kept = pendingOrder(app, context.qrId)
        if (kept?.draftKey === context.draftKey && kept.orderId === null) {
          forgetOrder(context)
        }
      },
    },
  })
}

const foundIn = ({ draft, leftReceiver, photos, heldPhotos, draftKey }: OrderPreview) =>
  ({ type: 'draft.found', draft, leftReceiver, photos, heldPhotos, draftKey }) as const

/** Two tabs on one code fill in one draft: what the other one changed, or placed, appears here. */
function followOtherTabs(
  { platform: { storage } }: App,
  placement: PlacementActor,
  pending: () => OrderPreview | null,
): void {
  const posted = { type: 'draft.posted' } as const
  const leavePlaced = () => {
    const snapshot = placement.getSnapshot()
    const { draftKey, orderId } = snapshot.context
    if (orderId === null && isPlaced(storage, draftKey) && snapshot.can(posted)) placement.send(posted)
  }
  const stop = storage.subscribe((key) => {
    if (key === storageKeys.placedDrafts) leavePlaced()
    const preview = key === storageKeys.orderPreview ? pending() : null
    if (!preview) return
    const isPosted = preview.submission !== null || preview.orderId !== null
    placement.send(isPosted ? posted : foundIn(preview))
  })
  // The news may come while an own post is on its way.
  placement.subscribe({ next: leavePlaced, complete: stop })
}

/** A visitor who signs in goes on with the order; who had typed nothing gets what the account has left here. */
function followAccount(app: App, placement: PlacementActor): void {
  const follow = () => {
    const { hasAccount, qrId, draftKey } = placement.getSnapshot().context
    // Of two open tabs only the one in sight uploads the photos that both show.
    if (hasAccount || currentUin(app) === '' || !(app.platform.isInSight?.() ?? true)) return
    const saved = pendingOrder(app, qrId)
    placement.send({ type: 'account.signedIn' })
    if (!saved || saved.draftKey === draftKey || saved.submission || saved.orderId !== null) return
    placement.send(foundIn(saved))
  }
  const auth = app.auth.subscribe(follow)
  const stop = app.platform.onReturn(follow)
  placement.subscribe({
    complete: () => {
      auth.unsubscribe()
      stop()
    },
  })
}

/** The place behind a code that came with the page; not for a draft that goes to a site, which has to be read too. */
const knownPlace = (app: App, qrId: string, restored: OrderPreview | null) =>
  restored?.draft.delivery?.kind === 'site'
    ? { value: null, isFresh: false }
    : knownAnswer(app, getQrSite, { params: { qrId } })

type Beginning = Pick<PlacementInput, 'restored' | 'resume' | 'me'> & Partial<Pick<PlacementInput, 'now'>>

const createNew = (app: App, qrId: string, { restored, resume, me, now = app.clock.now }: Beginning) => {
  const place = knownPlace(app, qrId, restored)
  return createActor(provide(app, restored), {
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
    },
    clock: app.platform.clock,
    inspect: app.options.inspect,
  })
}

/**
 * What a page shows of a new placement before it is opened: a blank form at a place that came with the page, the same on
 * every device. Never started.
 */
export const previewPlacement = (app: App, qrId: string): PlacementActor =>
  createNew(app, qrId, {
    restored: null,
    resume: 'editing',
    me: () => unknownReceiver,
    now: () => app.known.renderedAt ?? app.clock.now(),
  })

/** Slots need the server's time. When the site came with the page, no answer has brought it yet. */
function tellTime(app: App): void {
  void app.api.call(getContact, {})
}

/** Calls back once the form of an order has begun. */
function onceBegun(placement: PlacementActor, begin: (form: DraftFormActor) => void): void {
  const { form } = placement.getSnapshot().context
  if (form) {
    begin(form)
    return
  }
  const waiting = placement.subscribe(({ context }) => {
    if (!context.form) return
    waiting.unsubscribe()
    begin(context.form)
  })
}

/**
 * The placement of one QR id in this tab: the running one, or a new one from what an earlier visit left.
 * A finished placement, and one for another QR id, makes room for a new one.
 */
export function openPlacement(app: App, qrId: string, resume: 'editing' | 'confirming'): PlacementActor {
  const running = app.placements.get(qrId)
  const isAlive = running?.getSnapshot().status === 'active'
  // Scanning a code again starts another order; the unpaid one waits among the orders.
  if (running && isAlive && !(resume === 'editing' && running.getSnapshot().context.orderId)) return running
  running?.stop()
  const preview = pendingOrder(app, qrId)
  const isOurs = resume === 'confirming' || preview?.orderId === null
  const placement = createNew(app, qrId, {
    restored: isOurs ? preview : null,
    resume,
    me: receiverMe(app),
  })
  if (placement.getSnapshot().context.form) tellTime(app)
  app.placements.set(qrId, placement)
  app.platform.storage.set(storageKeys.lastSite, qrId)
  followOtherTabs(app, placement, () => pendingOrder(app, qrId))
  followAccount(app, placement)
  onceBegun(placement, (form) => followDraftForm(app, form))
  placement.start()
  return placement
}

/** Name of the last receiver who was not the traveller, for the form's suggestion; empty when there is none. */
export const recentRecipientName = (app: App): string => readRecentRecipientName(app.platform.storage)

/** For a visitor who finds somebody else's words here: ends the orders that are filled in, and deletes them. */
export function discardVisitorDrafts({ platform, placements }: App): void {
  for (const [qrId, placement] of placements) {
    if (placement.getSnapshot().context.hasAccount) continue
    placement.stop()
    placements.delete(qrId)
  }
  const held = forgetVisitorPreviews(platform.storage)
  platform.storage.remove(storageKeys.recentRecipient)
  platform.heldImages?.remove(held).catch(() => undefined)
}
