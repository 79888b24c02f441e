import type { App } from '@handsfree/core'
import {
  forgetPlaced,
  openPlacement,
  type PlacementActor,
  pendingOrder,
  selectDraft,
  selectIsReviewable,
} from '@handsfree/core/booking'
import { ownPageOf } from '@handsfree/core/lib'
import { formPath, signInPath } from '../../app/address.ts'
import { currentEntry, goBack, navigate } from '../../app/navigate.ts'

type Placement = ReturnType<PlacementActor['getSnapshot']>

export const confirmPath = '/order/confirm'
/** Query parameter of the confirmation: each tab returns to its own order. */
const qrParameter = 'qrId'
export const orderPath = (orderId: string) => `/order/detail/${orderId}`

const confirmPathOf = (qrId: string) => `${confirmPath}?${new URLSearchParams({ [qrParameter]: qrId })}`

/** The history entry of a confirmation that was reached from the form, which is behind it. */
let confirmation: string | null = null
/** The placement that a form's history entry has shown. */
const shownBy = new Map<string, PlacementActor>()
/** QR id of the form that is behind the steps of signing in. */
let signingInFrom: string | null = null

/** The page that a placement in its state leads to; null where it stays on the one that is open. */
const pageOf = (snapshot: Placement) => ownPageOf(snapshot)?.replace(':qrId', snapshot.context.qrId) ?? null

/** A visitor signs in on the way to the confirmation; the number that was typed for the pickup is there already. */
function askForAccount({ auth }: App, { qrId, form }: Placement['context']): void {
  signingInFrom = qrId
  navigate(signInPath(confirmPathOf(qrId)))
  const receiver = form && selectDraft(form.getSnapshot()).receiver
  if (receiver?.who === 'me' && auth.getSnapshot().context.phone.phoneNumber === '') {
    const { dialCode, phoneNumber, country } = receiver
    auth.send({ type: 'phone.change', phone: { dialCode, phoneNumber, country } })
  }
}

/** Navigates from the page of one step to that of the next. A traveller on another page stays there. */
function move(app: App, snapshot: Placement): void {
  const form = formPath(snapshot.context.qrId)
  if (snapshot.matches('awaitingAccount') && location.pathname === form) {
    askForAccount(app, snapshot.context)
    return
  }
  const page = pageOf(snapshot)
  if (page === confirmPath && location.pathname === form) {
    navigate(confirmPathOf(snapshot.context.qrId))
    confirmation = currentEntry()
  }
  if (page === form && location.pathname === confirmPath) {
    if (currentEntry() === confirmation) goBack()
    else navigate(form, { replace: true })
  }
}

const followed = new WeakSet<PlacementActor>()

function follow(app: App, placement: PlacementActor): PlacementActor {
  if (!followed.has(placement)) {
    followed.add(placement)
    let state = JSON.stringify(placement.getSnapshot().value)
    placement.subscribe((snapshot) => {
      const next = JSON.stringify(snapshot.value)
      // The form reports within the same state; a second step back would leave the form too.
      if (next !== state) move(app, snapshot)
      state = next
    })
    placement.on('placement.placed', ({ orderId }) => {
      if ([confirmPath, formPath(placement.getSnapshot().context.qrId)].includes(location.pathname)) {
        navigate(orderPath(orderId), { replace: true })
      }
    })
  }
  move(app, placement.getSnapshot())
  return placement
}

/**
 * The placement of `/order/create/{qrId}`. A traveller who returns from its confirmation wants to change something. "Back"
 * from a payment on the confirmation leads to the order that waits for it.
 */
export function visitForm(app: App, qrId: string): PlacementActor {
  const shown = shownBy.get(currentEntry())
  const unpaid = shown?.getSnapshot()
  if (shown && unpaid?.status === 'active' && unpaid.context.orderId) {
    navigate(orderPath(unpaid.context.orderId), { replace: true })
    return shown
  }
  const placement = openPlacement(app, qrId, 'editing')
  if (location.pathname === formPath(qrId)) shownBy.set(currentEntry(), placement)
  const edit = { type: 'order.edit' } as const
  if (placement.getSnapshot().can(edit)) placement.send(edit)
  return follow(app, placement)
}

/**
 * The placement of `/order/confirm`; null when nothing is pending. One that runs in this tab needs no storage, and is
 * priced again when "forward" leads here from its form. An order that exists is shown on its own page, so that "back" from
 * the payment provider does not lead there again.
 */
export function visitConfirmation(app: App): PlacementActor | null {
  const named = new URLSearchParams(location.search).get(qrParameter)
  const pending = pendingOrder(app, named ?? undefined)
  const running = app.placements.get(pending?.qrId ?? named ?? '')
  if (signingInFrom !== null && signingInFrom === named) confirmation = currentEntry()
  signingInFrom = null
  const snapshot = running?.getSnapshot()
  if (running && snapshot?.status === 'active') {
    if (snapshot.matches('editing') && selectIsReviewable(snapshot)) running.send({ type: 'draft.review' })
    return follow(app, running)
  }
  if (pending === null) return null
  const { qrId, orderId } = pending
  if (orderId !== null) {
    forgetPlaced(app.platform.storage, pending)
    navigate(orderPath(orderId), { replace: true })
    return null
  }
  return follow(app, openPlacement(app, qrId, 'confirming'))
}
