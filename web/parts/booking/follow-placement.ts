import type { App } from '@handsfree/core'
import {
  openPlacement,
  type PlacementActor,
  readPendingDraft,
  removePlacedDraft,
  selectDraft,
  selectIsReviewable,
} from '@handsfree/core/booking'
import { pageOfState } from '@handsfree/core/lib'
import { formPath, signInPath } from '../../app/address.ts'
import { currentEntry, goBack, navigate } from '../../app/navigate.ts'

type PlacementSnapshot = ReturnType<PlacementActor['getSnapshot']>

export const confirmPath = '/order/confirm'
/** On the confirmation, so that each tab returns to its own order. */
const qrParameter = 'qrId'
export const orderPath = (orderId: string) => `/order/detail/${orderId}`

const confirmPathOf = (qrId: string) => `${confirmPath}?${new URLSearchParams({ [qrParameter]: qrId })}`

/** History key of a confirmation opened from the form, which is the entry behind it. */
let confirmationEntry: string | null = null
const placementByEntry = new Map<string, PlacementActor>()
/** QR id of the form that the current sign-in was started from. */
let signInQrId: string | null = null

/** The page for a placement's state; null for states without their own page. */
const pageOf = (snapshot: PlacementSnapshot) =>
  pageOfState(snapshot)?.replace(':qrId', snapshot.context.qrId) ?? null

/** Prefills the sign-in with the phone number from the form. */
function goToSignIn({ auth }: App, { qrId, form }: PlacementSnapshot['context']): void {
  signInQrId = qrId
  navigate(signInPath(confirmPathOf(qrId)))
  const receiver = form && selectDraft(form.getSnapshot()).receiver
  if (receiver?.who === 'me' && auth.getSnapshot().context.phone.phoneNumber === '') {
    const { dialCode, phoneNumber, country } = receiver
    auth.send({ type: 'phone.change', phone: { dialCode, phoneNumber, country } })
  }
}

/** Only redirects from the form or the confirmation. A traveller on another page stays there. */
function navigateByState(app: App, snapshot: PlacementSnapshot): void {
  const form = formPath(snapshot.context.qrId)
  if (snapshot.matches('awaitingAccount') && location.pathname === form) {
    goToSignIn(app, snapshot.context)
    return
  }
  const page = pageOf(snapshot)
  if (page === confirmPath && location.pathname === form) {
    navigate(confirmPathOf(snapshot.context.qrId))
    confirmationEntry = currentEntry()
  }
  if (page === form && location.pathname === confirmPath) {
    if (currentEntry() === confirmationEntry) goBack()
    else navigate(form, { replace: true })
  }
}

const followedPlacements = new WeakSet<PlacementActor>()

function followPlacement(app: App, placement: PlacementActor): PlacementActor {
  if (!followedPlacements.has(placement)) {
    followedPlacements.add(placement)
    let state = JSON.stringify(placement.getSnapshot().value)
    placement.subscribe((snapshot) => {
      const next = JSON.stringify(snapshot.value)
      // Form events don't change the state. Handling them would call `goBack` twice and leave the form.
      if (next !== state) navigateByState(app, snapshot)
      state = next
    })
    placement.on('placement.placed', ({ orderId }) => {
      if ([confirmPath, formPath(placement.getSnapshot().context.qrId)].includes(location.pathname)) {
        navigate(orderPath(orderId), { replace: true })
      }
    })
  }
  navigateByState(app, placement.getSnapshot())
  return placement
}

/**
 * The placement of `/order/create/{qrId}`. Returning from the confirmation reopens the form. "Back" from a payment on
 * the confirmation redirects to the unpaid order.
 */
export function openFormPlacement(app: App, qrId: string): PlacementActor {
  const shown = placementByEntry.get(currentEntry())
  const unpaid = shown?.getSnapshot()
  if (shown && unpaid?.status === 'active' && unpaid.context.orderId) {
    navigate(orderPath(unpaid.context.orderId), { replace: true })
    return shown
  }
  const placement = openPlacement(app, qrId, 'editing')
  if (location.pathname === formPath(qrId)) placementByEntry.set(currentEntry(), placement)
  const edit = { type: 'order.edit' } as const
  if (placement.getSnapshot().can(edit)) placement.send(edit)
  return followPlacement(app, placement)
}

/**
 * The placement of `/order/confirm`; null when nothing is pending. Prefers the actor running in this tab over storage,
 * and requests a new quote after "forward" from the form. An existing order redirects to its own page, so that "back"
 * from the payment provider doesn't return here.
 */
export function openConfirmationPlacement(app: App): PlacementActor | null {
  const named = new URLSearchParams(location.search).get(qrParameter)
  const pending = readPendingDraft(app, named ?? undefined)
  const running = app.placements.get(pending?.qrId ?? named ?? '')
  if (signInQrId !== null && signInQrId === named) confirmationEntry = currentEntry()
  signInQrId = null
  const snapshot = running?.getSnapshot()
  if (running && snapshot?.status === 'active') {
    if (snapshot.matches('editing') && selectIsReviewable(snapshot)) running.send({ type: 'draft.review' })
    return followPlacement(app, running)
  }
  if (pending === null) return null
  const { qrId, orderId } = pending
  if (orderId !== null) {
    removePlacedDraft(app.platform.storage, pending)
    navigate(orderPath(orderId), { replace: true })
    return null
  }
  return followPlacement(app, openPlacement(app, qrId, 'confirming'))
}
