import type { Submission, SubmissionInput } from '@handsfree/core/lib'
import { type HandoverInput, handoverMachine, type TakeOver } from '@handsfree/core/orders'
import { summarizePhotos } from '@handsfree/core/photos'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { photoSetWorld, photosChanged } from './photo-world.ts'
import { guestOrder, order, quote, refused } from './samples.ts'
import { submissionNews, toldBySubmission } from './submission.model.ts'

const start = ({ newKey }: Pick<HandoverInput, 'newKey'>): HandoverInput => ({ restored: null, newKey })

const submission: Submission<TakeOver> = {
  idempotencyKey: 'key-1',
  body: { quoteId: 'quote-1', photos: [] },
}

const dear = quote({ quoteId: 'quote-3', total: { amount: 12_000, currency: 'CNY' } })

export const handoverModel = defineModel<typeof handoverMachine>({
  machine: handoverMachine,
  starts: { 'a link that was opened': start },
  samples: {
    'reading.done': {
      'without photos': { value: { order: guestOrder({ photoCount: 0 }), takenOrderId: null } },
      'with photos': { value: { order: guestOrder({ photoCount: 2 }), takenOrderId: null } },
      dearer: { value: { order: guestOrder({ photoCount: 0, quote: dear }), takenOrderId: null } },
      'taken before': { value: { order: null, takenOrderId: 'order-1' } },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'handover.submit': { '': {} },
    'handover.edit': { '': {} },
    'handover.retry': { '': {} },
    'terms.agree': { '': {} },
    'terms.decline': { '': {} },
    'photos.changed': photosChanged,
    ...submissionNews(
      submission,
      { '': order() },
      {
        ended: refused(5004),
        'another price': refused(8003, quote({ quoteId: 'quote-2' })),
        'too late': refused(1008, { field: 'pickupTime', reason: 'tooEarly' }),
      },
    ),
  },
  sentBy: {
    'photos.changed': 'photoSet',
    'reading.done': 'reading',
    'reading.gone': 'reading',
    'reading.changed': 'reading',
    ...toldBySubmission,
  },
  outcomes: {},
  facts: ({ context: { order: shown, photos, problem, takenOrderId } }) => {
    const { total, busy, failed } = summarizePhotos(photos)
    return {
      shownPhotos: shown && shown.photoCount > 0,
      quoteId: shown?.quote.quoteId,
      photos: Math.min(2, total),
      isBusy: busy > 0,
      hasFailed: failed > 0,
      problem: problem?.kind,
      takenOrderId,
    }
  },
  laws: {
    'nothing is posted before the terms are shown, or while a photo is on its way': ({ snapshot }) =>
      !snapshot.matches('agreeingToTerms') || snapshot.context.order !== null,
    'what is posted is at the price that is shown': ({ snapshot, calls }) => {
      const posts = calls.filter(({ id }) => id === 'submission').map(({ input }) => input as SubmissionInput)
      const posted = posts.at(-1)?.body as TakeOver | undefined
      return !snapshot.matches('taking') || posted?.quoteId === snapshot.context.order?.quote.quoteId
    },
    'it ends with an order': ({ snapshot }) =>
      !snapshot.matches('taken') || snapshot.context.takenOrderId !== null,
  },
  simple: { steps: 10, paths: 40 },
  spawned: photoSetWorld,
})
