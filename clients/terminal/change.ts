import { selectDraft } from '@handsfree/core/booking'
import type { ChangePreview, Order } from '@handsfree/core/contract'
import { failureText, formatMoney, formatTime, pendingChangeText } from '@handsfree/core/i18n'
import { errorCodes, isRefusedWith } from '@handsfree/core/lib'
import {
  createOrderChange,
  type OrderChangeActor,
  selectChangedFacts,
  selectChangeForm,
  selectChangeOrder,
  selectChangePreview,
  selectChangeProblem,
  selectChangeReading,
  selectChangeRefusal,
  selectChangeStage,
} from '@handsfree/core/orders'
import { fillIn } from './order-form.ts'
import { payFor } from './pay.ts'
import {
  inColumns,
  mayDo,
  offeredChoices,
  type TerminalSession,
  titleOf,
  waitUntil,
} from './terminal-session.ts'

const printProblem = ({ intl, text, print }: TerminalSession, change: OrderChangeActor) => {
  const problem = selectChangeProblem(change.getSnapshot())
  if (!problem) return
  const isNew = isRefusedWith(problem, errorCodes.billingRuleNotFound)
  print(isNew ? text('orderChange.newDifference') : failureText(intl, problem))
}

function previewLines(
  { app, intl, text }: TerminalSession,
  preview: ChangePreview,
  { timeZone, cityName: city }: Order,
): string[] {
  const { kind, difference, total, minutes, refundHours } = preview
  const time = (instant: string) => formatTime(instant, { timeZone, now: app.clock.now(), intl, city })
  const isDestinationRequest = kind === 'destination'
  const isFreeAfter = !isDestinationRequest && Date.parse(preview.freeCancellationUntil) > app.clock.now()
  const direction = difference.amount > 0 ? 'more' : difference.amount < 0 ? 'back' : 'same'
  return [
    ...inColumns([
      ...(isDestinationRequest
        ? []
        : ([
            [
              text(`orderChange.${direction}`),
              formatMoney({ ...difference, amount: Math.abs(difference.amount) }, intl),
            ],
            [text('orderChange.total'), formatMoney(total, intl)],
            [text('orderForm.pickup'), time(preview.pickupTime)],
            ...(isFreeAfter
              ? [[text('orderChange.freeUntil'), time(preview.freeCancellationUntil)] as const]
              : []),
          ] as const)),
      [text('orderForm.delivery'), time(preview.deliveryTime)],
    ]),
    ...(isDestinationRequest || isFreeAfter ? [] : [text('orderChange.notFreeAfter')]),
    text(isDestinationRequest ? 'orderChange.wishWords' : `orderChange.${direction}Words`, {
      minutes,
      refundHours,
    }),
  ]
}

/** Returns false if the traveller goes back. */
async function edit(session: TerminalSession, change: OrderChangeActor): Promise<boolean> {
  const { text, print } = session
  const snapshot = change.getSnapshot()
  const form = selectChangeForm(snapshot)
  const may = selectChangeOrder(snapshot)?.changes?.may
  if (!form) return false
  await fillIn(
    session,
    form,
    null,
    may === 'destination'
      ? ['roomPassword', 'pickupTime', 'pieces', 'photos', 'declaredValue', 'receiverName', 'remarks']
      : ['photos', 'declaredValue'],
  )
  const facts = selectChangedFacts(snapshot, selectDraft(form.getSnapshot()))
  const preview = { type: 'change.preview', facts } as const
  const isWish = may !== 'destination' || facts.delivery !== undefined
  if (isWish && mayDo(snapshot, preview)) {
    change.send(preview)
    return true
  }
  print(text('orderChange.nothingYet'))
  return session.choose(titleOf(session, snapshot), [
    { value: true, label: text('orderChange.goOn') },
    { value: false, label: text('common.back') },
  ])
}

async function confirm(session: TerminalSession, change: OrderChangeActor, order: Order): Promise<boolean> {
  const { intl, text, print } = session
  const snapshot = change.getSnapshot()
  const preview = selectChangePreview(snapshot)
  if (!preview) return false
  const { kind, difference } = preview
  print('', text('orderChange.sheetTitle'), ...previewLines(session, preview, order))
  const label =
    kind === 'destination'
      ? 'orderChange.ask'
      : difference.amount > 0
        ? 'orderChange.pay'
        : 'orderChange.confirm'
  const choice = await session.choose(text('orderChange.sheetTitle'), [
    ...offeredChoices(snapshot, [
      {
        value: { type: 'change.confirm' } as const,
        label: text(label, { amount: formatMoney(difference, intl) }),
      },
      { value: { type: 'change.edit' } as const, label: text('orderChange.goOn') },
    ]),
    { value: null, label: text('common.back') },
  ])
  if (choice) change.send(choice)
  return choice !== null
}

/** Returns false if the traveller goes back. */
async function wait(session: TerminalSession, change: OrderChangeActor, order: Order): Promise<boolean> {
  const { app, intl, text, print } = session
  const open = order.changes?.open
  if (!open) return false
  print(pendingChangeText(intl, order, app.clock.now()))
  if (open.place) print(text('orderChange.to', { place: open.place }))
  if (open.stage === 'overdue') print(text('orderChange.late'))
  const { paymentId } = open
  const snapshot = change.getSnapshot()
  const choice = await session.choose(titleOf(session, snapshot), [
    ...(paymentId
      ? [
          {
            value: 'pay' as const,
            label: text('orderChange.pay', { amount: formatMoney(open.difference, intl) }),
          },
        ]
      : []),
    ...(mayDo(snapshot, { type: 'change.withdraw' })
      ? [{ value: 'withdraw' as const, label: text('orderChange.withdraw') }]
      : []),
    { value: 'back' as const, label: text('common.back') },
  ])
  if (choice === 'withdraw') change.send({ type: 'change.withdraw' })
  if (choice === 'pay' && paymentId) await payFor(session, paymentId)
  return choice === 'withdraw'
}

const tryAgain = (session: TerminalSession, question: string, isOffered: boolean) =>
  session.choose(question, [
    ...(isOffered ? [{ value: true, label: session.text('common.tryAgain') }] : []),
    { value: false, label: session.text('common.back') },
  ])

export async function changeOrder(session: TerminalSession, orderId: string): Promise<void> {
  const { text, print } = session
  const change = createOrderChange(session.app, orderId)
  change.start()
  try {
    for (;;) {
      const snapshot = await waitUntil(session, change, (current) => {
        const reading = selectChangeReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !reading?.hasTag('busy')
      })
      const order = selectChangeOrder(snapshot)
      const paymentId = order?.changes?.open?.paymentId
      if (snapshot.status === 'done') {
        if (paymentId) await payFor(session, paymentId)
        return
      }
      printProblem(session, change)
      if (snapshot.matches('notThere')) {
        print(text('order.notThereTitle'), text('order.notThereDetail'))
        return
      }
      if (snapshot.matches('refused')) {
        const reason = selectChangeRefusal(snapshot)
        print(text('orderChange.refused'), text('orderChange.reason', { reason }))
        return
      }
      if (selectChangeStage(snapshot) === 'unread') {
        print(text('orderForm.unreachable'))
        const reading = selectChangeReading(snapshot)
        const canRetry = reading?.getSnapshot().can({ type: 'reading.retry' }) ?? false
        if (!(await tryAgain(session, titleOf(session, snapshot), canRetry))) return
        reading?.send({ type: 'reading.retry' })
        continue
      }
      if (snapshot.matches('outcomeUnknown')) {
        print(text('orderChange.outcomeUnknown'), text('orderChange.outcomeUnknownDetail'))
        const retry = { type: 'change.retry' } as const
        if (!(await tryAgain(session, titleOf(session, snapshot), mayDo(snapshot, retry)))) return
        change.send(retry)
        continue
      }
      if (!order) return
      const goesOn = snapshot.matches('waiting')
        ? await wait(session, change, order)
        : snapshot.matches('previewed')
          ? await confirm(session, change, order)
          : await edit(session, change)
      if (!goesOn) return
    }
  } finally {
    change.stop()
  }
}
