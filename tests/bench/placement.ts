import { createActor, fromPromise } from 'xstate'
import { placementMachine } from '../../core/booking/placement.machine.ts'
import { qrSite, quote } from '../unit/models/samples.ts'

/** Events per second of one placement: typing, and returning from the terms. */
export async function measurePlacement(seconds = 2): Promise<number> {
  const order = createActor(
    placementMachine.provide({
      actors: {
        resolveQr: fromPromise(async () => qrSite),
        quoteOrder: fromPromise(async () => quote()),
      },
      actions: { saveDraft: () => {}, forgetDraft: () => {} },
    }),
    {
      input: {
        qrId: 'demo-hotel-desk',
        restored: null,
        resume: 'editing',
        hasAccount: true,
        now: Date.now,
        newKey: () => '0'.repeat(32),
        me: () => ({ who: 'me', name: 'Ada', dialCode: '86', phoneNumber: '13812342046' }),
        isValidPhone: () => true,
        missingConsent: () => null,
      },
    },
  )
  order.start()
  while (!order.getSnapshot().context.form) await new Promise(setImmediate)
  const { form } = order.getSnapshot().context
  let sent = 0
  const round = () => {
    for (const letter of 'Two bags') form?.send({ type: 'draft.change', patch: { remarks: letter } })
    form?.send({ type: 'receiver.choose', who: 'other' })
    order.send({ type: 'draft.review' })
    sent += 10
  }
  for (let warm = 0; warm < 500; warm += 1) round()
  sent = 0
  const began = performance.now()
  const until = began + seconds * 1_000
  while (performance.now() < until) round()
  const took = performance.now() - began
  order.stop()
  return Math.round((sent / took) * 1_000)
}
