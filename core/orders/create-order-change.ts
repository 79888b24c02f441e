import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { provideDraftForm, receiverFromProfile } from '../booking/create-draft-form.ts'
import { withCurrentDestination } from '../booking/delivery-choice.ts'
import { toOrderDraft } from '../booking/draft.ts'
import { Draft, DraftReceiver, typedText } from '../booking/draft-shape.ts'
import { formParts } from '../booking/form-parts.ts'
import type { ResolvedPlace } from '../booking/placement.ts'
import {
  type ChangedFacts,
  type ChangePreview,
  type ChangeRequest,
  changeOrder,
  previewChange,
  requestDestinationChange,
  type WantedDestination,
  withdrawChange,
} from '../contract/change.ts'
import type { ChangeKind } from '../contract/change-state.ts'
import { getOrder, type Order } from '../contract/order.ts'
import { getQrSite, getSite } from '../contract/site.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { ok, type Result } from '../lib/result.ts'
import { createListStore } from '../lib/store.ts'
import type { Submission } from '../lib/submission.machine.ts'
import { provideSubmission } from '../lib/submission.ts'
import { isValidPhone } from '../phone/phone.ts'
import { policy } from '../policy/numbers.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import { type ChangeableOrder, changedFactsOf, draftAfterPickup, draftOfOrder } from './changed-facts.ts'
import {
  type OrderChangeActor,
  type OrderChangeContext,
  orderChangeMachine,
  type PostedChange,
} from './order-change.machine.ts'

const StoredChange = v.object({
  uin: typedText,
  orderId: typedText,
  /** JSON of the order's facts that the draft is based on. */
  about: typedText,
  draft: Draft,
  /** Values typed for the receiver option that isn't selected. */
  leftReceiver: v.optional(v.nullable(DraftReceiver), null),
  openParts: v.array(v.picklist(formParts)),
})
export type StoredChange = v.InferOutput<typeof StoredChange>

/** Unsent changes, one per order. */
const changeStore = createListStore({
  key: storageKeys.changeDraft,
  schema: v.object({ version: v.literal(1), changes: v.array(StoredChange) }),
  empty: { version: 1, changes: [] },
  list: 'changes',
  owner: ['uin', 'orderId'],
  maxEntries: 5,
})

type Owner = Pick<StoredChange, 'uin' | 'orderId'>

/** Null also if the order's facts have changed since (`about` differs). */
export function readStoredChange(
  storage: KeyValueStorage,
  { about, ...owner }: Owner & Pick<StoredChange, 'about'>,
): StoredChange | null {
  const stored = changeStore.read(storage, owner)
  return stored?.about === about ? stored : null
}

/** Replaces the order's stored change; null removes it. */
export function writeStoredChange(
  storage: KeyValueStorage,
  owner: Owner,
  change: Omit<StoredChange, keyof Owner> | null,
): void {
  if (change) changeStore.write(storage, { ...owner, ...change })
  else changeStore.remove(storage, owner)
}

const minute = 60_000

/** The calls that a change needs, and whose they are: the traveller's, or an operator's for the traveller. */
type ChangeCalls = {
  /** Realtime hints of the order. */
  follow: (listener: () => void) => () => void
  getOrder: (signal: CancelSignal) => Promise<Result<Order, ApiFailure>>
  previewChange: (facts: ChangedFacts, signal: CancelSignal) => Promise<Result<ChangePreview, ApiFailure>>
  changeOrder: (
    change: ChangeRequest,
    idempotencyKey: string,
    signal: CancelSignal,
  ) => Promise<Result<Order, ApiFailure>>
  changeDestination: (
    wanted: WantedDestination,
    idempotencyKey: string,
    signal: CancelSignal,
  ) => Promise<Result<Order, ApiFailure>>
  withdrawChange: (signal: CancelSignal) => Promise<Result<Order, ApiFailure>>
}

type ChangeOptions = {
  calls: ChangeCalls
  /** The traveller as a receiver. */
  me: () => DraftReceiver
  /** Whether the device keeps the unsent change. */
  isStored: boolean
}

/** The page for changing an order, with the calls of travellers or of operators. Created, not started. */
export function createChange(
  app: App,
  orderId: string,
  { calls, me, isStored }: ChangeOptions,
): OrderChangeActor {
  const { api, clock } = app
  const { storage } = app.platform
  const owner = () => ({ uin: app.auth.getSnapshot().context.account?.uin ?? '', orderId })
  const forgetDraft = () => {
    if (isStored) writeStoredChange(storage, owner(), null)
  }
  const fingerprintOf = (kind: ChangeKind, first: Draft) =>
    JSON.stringify([kind, toOrderDraft(first, '', [])])
  const saveDraft = ({ context: { changeable, form } }: { context: OrderChangeContext }) => {
    if (!isStored || !changeable || !form) return
    const { kind, original, unchangedDraft } = changeable
    const { draft, leftReceiver, openParts } = form.getSnapshot().context
    const isChanged = Object.keys(changedFactsOf(unchangedDraft, draft, kind)).length > 0
    const change = { about: fingerprintOf(kind, original), draft, leftReceiver, openParts: [...openParts] }
    writeStoredChange(storage, owner(), isChanged ? change : null)
  }

  /** Refetches the stored site, since its name may have changed. Null if the read fails. */
  async function readSite(siteId: string, signal: AbortSignal) {
    const site = await api.call(getSite, { params: { siteId } }, { signal })
    return site.ok ? site.value : null
  }

  /** Form input with the order's current facts, or with the unsent draft of an earlier visit. */
  async function changeableOf(
    order: Order,
    kind: ChangeKind,
    { destination, ...place }: ResolvedPlace,
    signal: AbortSignal,
  ): Promise<ChangeableOrder> {
    const original = draftOfOrder(order, { place, destination: destination ?? null }, me())
    const withCurrentTimes = (draft: Draft) =>
      kind === 'destination' ? draftAfterPickup(draft, place, clock.now()) : draft
    const about = fingerprintOf(kind, original)
    const storedChange = isStored ? readStoredChange(storage, { ...owner(), about }) : null
    const draft = storedChange ? withCurrentTimes(storedChange.draft) : withCurrentTimes(original)
    const { delivery } = draft
    const isNewDestination = delivery?.kind === 'site' && delivery.site.siteId !== destination?.siteId
    const chosenSite = isNewDestination ? await readSite(delivery.site.siteId, signal) : destination
    const beforePickup = Date.parse(order.pickupTime) - policy.pickupLeadMinutes * minute
    return {
      kind,
      original,
      unchangedDraft: withCurrentTimes(original),
      form: {
        // The room password is kept on the server and never shown, so the form treats every place as a front desk.
        place: { ...place, access: 'frontDesk' },
        draft: withCurrentDestination(draft, chosenSite),
        leftReceiver: storedChange?.leftReceiver ?? null,
        openParts: storedChange?.openParts ?? [],
        // A change doesn't include photos, and employees can't renew the links of a traveller's photos.
        photos: { urls: [], held: [] },
        minPhotos: 0,
        hasAccount: true,
        now: kind === 'destination' ? () => beforePickup : clock.now,
        newKey: app.newKey,
        me,
        isValidPhone,
      },
    }
  }

  async function read(signal: AbortSignal) {
    const orderResult = await calls.getOrder(signal)
    if (!orderResult.ok) return orderResult
    const order = orderResult.value
    const { may, open, qrId } = order.changes ?? { may: null, open: null, qrId: '' }
    if (!may || open || !qrId) {
      forgetDraft()
      return ok({ order, changeable: null })
    }
    const { changeable } = actor.getSnapshot().context
    if (changeable?.kind === may) return ok({ order, changeable })
    const { siteId } = order.delivery
    const [place, destinationResult] = await Promise.all([
      api.call(getQrSite, { params: { qrId } }, { signal }),
      siteId === null ? null : api.call(getSite, { params: { siteId } }, { signal }),
    ])
    if (!place.ok) return place
    if (destinationResult && !destinationResult.ok) return destinationResult
    const ends = { ...place.value, destination: destinationResult?.value }
    return ok({ order, changeable: await changeableOf(order, may, ends, signal) })
  }

  function post(
    { body: { facts, preview }, idempotencyKey }: Submission<PostedChange>,
    signal: CancelSignal,
  ) {
    const { kind, difference } = assertPresent(preview, 'preview')
    if (kind === 'order')
      return calls.changeOrder({ facts, difference: difference.amount }, idempotencyKey, signal)
    const { deliveryTime } = facts
    const delivery = assertPresent(facts.delivery, 'delivery')
    return calls.changeDestination(
      { delivery, ...(deliveryTime ? { deliveryTime } : {}) },
      idempotencyKey,
      signal,
    )
  }

  const actor = createActor(
    orderChangeMachine.provide({
      actors: {
        draftForm: provideDraftForm(app, { isStored: false }),
        reading: provideReading(calls.follow, read),
        previewChange: fromCall<ChangePreview, { facts: ChangedFacts }>(({ input: { facts }, signal }) =>
          calls.previewChange(facts, signal),
        ),
        submission: provideSubmission<PostedChange>(async (submission, signal) => post(submission, signal)),
        withdrawChange: fromCall<Order>(({ signal }) => calls.withdrawChange(signal)),
      },
      actions: { saveDraft, forgetDraft },
    }),
    { input: { newKey: app.newKey }, clock: app.platform.clock, inspect: app.options.inspect },
  )
  return actor
}

/** The traveller's page for changing an order. Created, not started. */
export function createOrderChange(app: App, orderId: string): OrderChangeActor {
  const { api } = app
  const params = { orderId }
  return createChange(app, orderId, {
    calls: {
      follow: (listener) => onHint(app, orderId, listener),
      getOrder: async (signal) => {
        const order = await api.call(getOrder, { params }, { signal })
        if (!order.ok) return order
        const { trace: _, ...value } = order.value
        return ok(value)
      },
      previewChange: (body, signal) => api.call(previewChange, { params, body }, { signal }),
      changeOrder: (body, idempotencyKey, signal) =>
        api.call(changeOrder, { params, body, idempotencyKey }, { signal }),
      changeDestination: (body, idempotencyKey, signal) =>
        api.call(requestDestinationChange, { params, body, idempotencyKey }, { signal }),
      withdrawChange: (signal) => api.call(withdrawChange, { params }, { signal }),
    },
    me: receiverFromProfile(app),
    isStored: true,
  })
}
