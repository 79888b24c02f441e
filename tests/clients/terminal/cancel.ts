import { formatMoney, formatTime } from '@handsfree/core/format'
import {
  type OrderDetailActor,
  selectCancelPreview,
  selectCancelProblem,
  selectOrder,
} from '@handsfree/core/order'
import { failureWords } from '@handsfree/core/words'
import { inColumns, type Step, until } from './step.ts'

/** What comes back, how and by when. */
function consequences({ intl, words, app }: Step, detail: OrderDetailActor): string[] {
  const snapshot = detail.getSnapshot()
  const order = selectOrder(snapshot)
  const preview = selectCancelPreview(snapshot)
  if (!order || !preview) return []
  if (preview.refund.amount === 0) return [words('cancellation.nothingPaid')]
  const { timeZone, cityName: city } = order
  const by = preview.refundBy
  return [
    ...inColumns([
      [words('cancellation.getBack'), formatMoney(preview.refund, intl)],
      [words('cancellation.to'), words('cancellation.toMethod')],
      [words('cancellation.by'), by ? formatTime(by, { intl, now: app.platform.now(), timeZone, city }) : ''],
    ]),
    words('cancellation.bagsStay'),
  ]
}

/** Cancels the order, after showing what comes back and by when. */
export async function cancel(step: Step, detail: OrderDetailActor): Promise<void> {
  const { words, tell, intl } = step
  detail.send({ type: 'cancellation.preview' })
  for (;;) {
    const snapshot = await until(step, detail, (current) => !current.hasTag('busy'))
    if (!snapshot.matches('shown') || snapshot.matches({ shown: { cancellation: 'none' } })) return
    const isRefused = snapshot.matches({ shown: { cancellation: 'refused' } })
    const problem = selectCancelProblem(snapshot)
    if (isRefused) {
      tell(words('cancellation.failed'))
      if (problem) tell(failureWords(intl, problem), words('cancellation.stillHere'))
    } else tell(...consequences(step, detail))
    const next = { type: isRefused ? 'cancellation.preview' : 'cancellation.confirm' } as const
    const isConfirmed = await step.choose(words('cancellation.title'), [
      ...(snapshot.can(next)
        ? [{ value: true, label: words(isRefused ? 'common.tryAgain' : 'cancellation.confirm') }]
        : []),
      { value: false, label: words('cancellation.keep') },
    ])
    detail.send(isConfirmed ? next : { type: 'cancellation.dismiss' })
  }
}
