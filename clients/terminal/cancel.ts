import { failureText, formatMoney } from '@handsfree/core/i18n'
import {
  nothingPaidText,
  type OrderDetailActor,
  selectCancellationIsOpen,
  selectCancellationStep,
  selectCancelPreview,
  selectCancelProblem,
  selectNextCancellationEvent,
  selectOrder,
  tooLateText,
} from '@handsfree/core/orders'
import type { SnapshotFrom } from 'xstate'
import { askWhile, inColumns, mayDo, type TerminalSession, waitUntil } from './terminal-session.ts'

type Snapshot = SnapshotFrom<OrderDetailActor>

function consequences({ intl, text }: TerminalSession, detail: OrderDetailActor): string[] {
  const snapshot = detail.getSnapshot()
  const order = selectOrder(snapshot)
  const preview = selectCancelPreview(snapshot)
  if (!order || !preview) return []
  if (preview.refund.amount === 0) return [nothingPaidText(intl, order, preview)]
  return [
    ...inColumns([
      [text('cancellation.getBack'), formatMoney(preview.refund, intl)],
      [text('cancellation.to'), text('cancellation.toMethod')],
      [text('cancellation.when'), text('cancellation.within', { refundHours: preview.refundHours })],
    ]),
    text('cancellation.bagsStay'),
  ]
}

/** Returns why the cancellation failed or is unknown. Null while the traveller decides. */
function describeProblem(
  { text, intl }: TerminalSession,
  snapshot: Snapshot,
): { title: string; details: string[] } | null {
  const problem = selectCancelProblem(snapshot)
  if (!problem) return null
  const cancellationStep = selectCancellationStep(snapshot)
  if (cancellationStep === 'tooLate')
    return { title: text('cancellation.tooLate'), details: [tooLateText(intl)] }
  if (cancellationStep === 'outcomeUnknown' || cancellationStep === 'notCancelled')
    return {
      title: text(`cancellation.${cancellationStep}`),
      details: [text(`cancellation.${cancellationStep}Detail`)],
    }
  return {
    title: text(cancellationStep === 'unread' ? 'cancellation.unread' : 'cancellation.failed'),
    details: [failureText(intl, problem), text('cancellation.stillHere')],
  }
}

export async function cancel(session: TerminalSession, detail: OrderDetailActor): Promise<void> {
  const { text, print } = session
  detail.send({ type: 'cancellation.preview' })
  for (;;) {
    const snapshot = await waitUntil(session, detail, (current) => !current.hasTag('busy'))
    if (!selectCancellationIsOpen(snapshot)) return
    const problem = describeProblem(session, snapshot)
    print(...(problem?.details ?? consequences(session, detail)))
    const next = selectNextCancellationEvent(snapshot)
    const isConfirmed = await askWhile(session, detail, selectCancellationIsOpen, (signal) =>
      session.choose(
        problem?.title ?? text('cancellation.title'),
        [
          ...(mayDo(snapshot, next)
            ? [{ value: true, label: text(problem ? 'common.tryAgain' : 'cancellation.confirm') }]
            : []),
          { value: false, label: text(problem ? 'common.back' : 'cancellation.keep') },
        ],
        { signal },
      ),
    )
    if (isConfirmed !== null) detail.send(isConfirmed ? next : { type: 'cancellation.dismiss' })
  }
}
