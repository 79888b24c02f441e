import { failureWords, formatMoney } from '@handsfree/core/i18n'
import {
  nothingPaidWords,
  type OrderDetailActor,
  selectCancellationIsOpen,
  selectCancellationMove,
  selectCancellationStep,
  selectCancelPreview,
  selectCancelProblem,
  selectOrder,
  tooLateWords,
} from '@handsfree/core/orders'
import type { SnapshotFrom } from 'xstate'
import { askWhile, inColumns, mayDo, type Step, until } from './step.ts'

type Snapshot = SnapshotFrom<OrderDetailActor>

function consequences({ intl, words }: Step, detail: OrderDetailActor): string[] {
  const snapshot = detail.getSnapshot()
  const order = selectOrder(snapshot)
  const preview = selectCancelPreview(snapshot)
  if (!order || !preview) return []
  if (preview.refund.amount === 0) return [nothingPaidWords(intl, order, preview)]
  return [
    ...inColumns([
      [words('cancellation.getBack'), formatMoney(preview.refund, intl)],
      [words('cancellation.to'), words('cancellation.toMethod')],
      [words('cancellation.when'), words('cancellation.within', { refundHours: preview.refundHours })],
    ]),
    words('cancellation.bagsStay'),
  ]
}

/** Returns why the cancellation failed or is unknown. Null while the traveller decides. */
function trouble({ words, intl }: Step, snapshot: Snapshot): { title: string; details: string[] } | null {
  const problem = selectCancelProblem(snapshot)
  if (!problem) return null
  const at = selectCancellationStep(snapshot)
  if (at === 'tooLate') return { title: words('cancellation.tooLate'), details: [tooLateWords(intl)] }
  if (at === 'outcomeUnknown' || at === 'notCancelled')
    return { title: words(`cancellation.${at}`), details: [words(`cancellation.${at}Detail`)] }
  return {
    title: words(at === 'unread' ? 'cancellation.unread' : 'cancellation.failed'),
    details: [failureWords(intl, problem), words('cancellation.stillHere')],
  }
}

export async function cancel(step: Step, detail: OrderDetailActor): Promise<void> {
  const { words, tell } = step
  detail.send({ type: 'cancellation.preview' })
  for (;;) {
    const snapshot = await until(step, detail, (current) => !current.hasTag('busy'))
    if (!selectCancellationIsOpen(snapshot)) return
    const problem = trouble(step, snapshot)
    tell(...(problem?.details ?? consequences(step, detail)))
    const next = selectCancellationMove(snapshot)
    const isConfirmed = await askWhile(step, detail, selectCancellationIsOpen, (signal) =>
      step.choose(
        problem?.title ?? words('cancellation.title'),
        [
          ...(mayDo(snapshot, next)
            ? [{ value: true, label: words(problem ? 'common.tryAgain' : 'cancellation.confirm') }]
            : []),
          { value: false, label: words(problem ? 'common.back' : 'cancellation.keep') },
        ],
        { signal },
      ),
    )
    if (isConfirmed !== null) detail.send(isConfirmed ? next : { type: 'cancellation.dismiss' })
  }
}
