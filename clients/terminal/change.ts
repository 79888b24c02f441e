import { selectDraft } from '@handsfree/core/booking'
import type { ChangePreview, Order } from '@handsfree/core/contract'
import { changeWaitingWords, failureWords, formatMoney, formatTime } from '@handsfree/core/i18n'
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
import { inColumns, mayDo, offered, type Step, titleOf, until } from './step.ts'

const tellProblem = ({ intl, words, tell }: Step, change: OrderChangeActor) => {
  const problem = selectChangeProblem(change.getSnapshot())
  if (!problem) return
  const isNew = isRefusedWith(problem, errorCodes.billingRuleNotFound)
  tell(isNew ? words('orderChange.newDifference') : failureWords(intl, problem))
}

function outlook(
  { app, intl, words }: Step,
  preview: ChangePreview,
  { timeZone, cityName: city }: Order,
): string[] {
  const { kind, difference, total, minutes, refundHours } = preview
  const time = (instant: string) => formatTime(instant, { timeZone, now: app.clock.now(), intl, city })
  const isWish = kind === 'destination'
  const sum = difference.amount > 0 ? 'more' : difference.amount < 0 ? 'back' : 'same'
  return [
    ...inColumns([
      ...(isWish
        ? []
        : ([
            [
              words(`orderChange.${sum}`),
              formatMoney({ ...difference, amount: Math.abs(difference.amount) }, intl),
            ],
            [words('orderChange.total'), formatMoney(total, intl)],
            [words('orderForm.pickup'), time(preview.pickupTime)],
            [words('orderChange.freeUntil'), time(preview.freeCancellationUntil)],
          ] as const)),
      [words('orderForm.delivery'), time(preview.deliveryTime)],
    ]),
    words(isWish ? 'orderChange.wishWords' : `orderChange.${sum}Words`, { minutes, refundHours }),
  ]
}

/** Returns false if the traveller goes back. */
async function edit(step: Step, change: OrderChangeActor): Promise<boolean> {
  const { words, tell } = step
  const snapshot = change.getSnapshot()
  const form = selectChangeForm(snapshot)
  const may = selectChangeOrder(snapshot)?.changes?.may
  if (!form) return false
  await fillIn(
    step,
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
  tell(words('orderChange.nothingYet'))
  return step.choose(titleOf(step, snapshot), [
    { value: true, label: words('orderChange.goOn') },
    { value: false, label: words('common.back') },
  ])
}

async function confirm(step: Step, change: OrderChangeActor, order: Order): Promise<boolean> {
  const { intl, words, tell } = step
  const snapshot = change.getSnapshot()
  const preview = selectChangePreview(snapshot)
  if (!preview) return false
  const { kind, difference } = preview
  tell('', words('orderChange.sheetTitle'), ...outlook(step, preview, order))
  const label =
    kind === 'destination'
      ? 'orderChange.ask'
      : difference.amount > 0
        ? 'orderChange.pay'
        : 'orderChange.confirm'
  const wish = await step.choose(words('orderChange.sheetTitle'), [
    ...offered(snapshot, [
      {
        value: { type: 'change.confirm' } as const,
        label: words(label, { amount: formatMoney(difference, intl) }),
      },
      { value: { type: 'change.edit' } as const, label: words('orderChange.goOn') },
    ]),
    { value: null, label: words('common.back') },
  ])
  if (wish) change.send(wish)
  return wish !== null
}

/** Returns false if the traveller goes back. */
async function wait(step: Step, change: OrderChangeActor, order: Order): Promise<boolean> {
  const { app, intl, words, tell } = step
  const open = order.changes?.open
  if (!open) return false
  tell(changeWaitingWords(intl, order, app.clock.now()))
  if (open.place) tell(words('orderChange.to', { place: open.place }))
  if (open.stage === 'overdue') tell(words('orderChange.late'))
  const { paymentId } = open
  const snapshot = change.getSnapshot()
  const wish = await step.choose(titleOf(step, snapshot), [
    ...(paymentId
      ? [
          {
            value: 'pay' as const,
            label: words('orderChange.pay', { amount: formatMoney(open.difference, intl) }),
          },
        ]
      : []),
    ...(mayDo(snapshot, { type: 'change.withdraw' })
      ? [{ value: 'withdraw' as const, label: words('orderChange.withdraw') }]
      : []),
    { value: 'back' as const, label: words('common.back') },
  ])
  if (wish === 'withdraw') change.send({ type: 'change.withdraw' })
  if (wish === 'pay' && paymentId) await payFor(step, paymentId)
  return wish === 'withdraw'
}

const tryAgain = (step: Step, question: string, isOffered: boolean) =>
  step.choose(question, [
    ...(isOffered ? [{ value: true, label: step.words('common.tryAgain') }] : []),
    { value: false, label: step.words('common.back') },
  ])

export async function changeOrder(step: Step, orderId: string): Promise<void> {
  const { words, tell } = step
  const change = createOrderChange(step.app, orderId)
  change.start()
  try {
    for (;;) {
      const snapshot = await until(step, change, (current) => {
        const reading = selectChangeReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !reading?.hasTag('busy')
      })
      const order = selectChangeOrder(snapshot)
      const paymentId = order?.changes?.open?.paymentId
      if (snapshot.status === 'done') {
        if (paymentId) await payFor(step, paymentId)
        return
      }
      tellProblem(step, change)
      if (snapshot.matches('notThere')) {
        tell(words('order.notThereTitle'), words('order.notThereDetail'))
        return
      }
      if (snapshot.matches('refused')) {
        const reason = selectChangeRefusal(snapshot)
        tell(words('orderChange.refused'), words('orderChange.reason', { reason }))
        return
      }
      if (selectChangeStage(snapshot) === 'unread') {
        tell(words('orderForm.unreachable'))
        const reading = selectChangeReading(snapshot)
        const canRetry = reading?.getSnapshot().can({ type: 'reading.retry' }) ?? false
        if (!(await tryAgain(step, titleOf(step, snapshot), canRetry))) return
        reading?.send({ type: 'reading.retry' })
        continue
      }
      if (snapshot.matches('outcomeUnknown')) {
        tell(words('orderChange.outcomeUnknown'), words('orderChange.outcomeUnknownDetail'))
        const retry = { type: 'change.retry' } as const
        if (!(await tryAgain(step, titleOf(step, snapshot), mayDo(snapshot, retry)))) return
        change.send(retry)
        continue
      }
      if (!order) return
      const goesOn = snapshot.matches('waiting')
        ? await wait(step, change, order)
        : snapshot.matches('previewed')
          ? await confirm(step, change, order)
          : await edit(step, change)
      if (!goesOn) return
    }
  } finally {
    change.stop()
  }
}
