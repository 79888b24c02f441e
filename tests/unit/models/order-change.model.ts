import { fail, ok } from '@handsfree/core'
import { emptyDraft } from '@handsfree/core/booking'
import type { ChangePreview } from '@handsfree/core/contract'
import type { Submission, SubmissionInput } from '@handsfree/core/lib'
import {
  type ChangeableOrder,
  type OrderChangeInput,
  orderChangeMachine,
  type PostedChange,
} from '@handsfree/core/orders'
import { startOfTime } from '../../../statecharts/paths/graph.ts'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { draftFormWorld, me } from './form-world.ts'
import { offline, order, qrSite, refused } from './samples.ts'
import { submissionNews, toldBySubmission } from './submission.model.ts'

const start = ({ newKey }: Pick<OrderChangeInput, 'newKey'>): OrderChangeInput => ({ newKey })

const preview = (amount: number): ChangePreview => ({
  kind: 'order',
  difference: { amount, currency: 'CNY' },
  total: { amount: 9800 + amount, currency: 'CNY' },
  lines: [],
  pickupTime: '2026-11-24T02:00:00.000Z',
  deliveryTime: '2026-11-24T06:00:00.000Z',
  freeCancellationUntil: '2026-11-23T22:00:00.000Z',
  refundHours: 72,
  minutes: 15,
})
const open = {
  changeId: 'change-1',
  kind: 'order',
  stage: 'waitPayment',
  createTime: '2026-11-23T02:00:00.000Z',
  dueTime: '2026-11-23T02:15:00.000Z',
  place: null,
  deliveryTime: null,
  difference: { amount: 4900, currency: 'CNY' },
  paymentId: 'payment-2',
} as const
const free = order({ changes: { may: 'order', open: null, qrId: 'demo-hotel-desk' } })
const asked = order({ changes: { may: 'order', open, qrId: 'demo-hotel-desk' } })
const late = order({ changes: { may: null, open: null, qrId: 'demo-hotel-desk' } })
const draft = emptyDraft(me)
const changeable: ChangeableOrder = {
  kind: 'order',
  original: draft,
  unchangedDraft: draft,
  form: {
    place: qrSite,
    draft,
    leftReceiver: null,
    openParts: [],
    photos: { urls: [], held: [] },
    hasAccount: true,
    now: () => startOfTime,
    newKey: () => 'key-of-form',
    me: () => me,
    isValidPhone: () => true,
  },
}

const submission: Submission<PostedChange> = {
  idempotencyKey: 'key-1',
  body: { facts: { pieces: 3 }, preview: preview(4900) },
}

export const orderChangeModel = defineModel<typeof orderChangeMachine>({
  machine: orderChangeMachine,
  starts: { 'an order’s page': start },
  samples: {
    'change.retry': { '': {} },
    'change.preview': { 'of more bags': { facts: { pieces: 3 } }, 'of nothing': { facts: {} } },
    'change.edit': { '': {} },
    'change.confirm': { '': {} },
    'change.withdraw': { '': {} },
    'reading.done': {
      changeable: { value: { order: free, changeable } },
      'asked for before': { value: { order: asked, changeable: null } },
      'too late': { value: { order: late, changeable: null } },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'form.changed': { '': { isEdited: true } },
    'form.adopted': { '': {} },
    ...submissionNews(
      submission,
      { 'to be paid': asked, changed: free },
      {
        'another difference': refused(8003, preview(9800)),
        'too late': refused(5010, { reason: 'tooLate' }),
        locked: refused(5009),
        'a closed hour': refused(1008, { field: 'pickupTime', reason: 'closed' }),
      },
    ),
  },
  sentBy: {
    'reading.done': 'reading',
    'reading.gone': 'reading',
    'reading.changed': 'reading',
    'form.changed': 'draftForm',
    'form.adopted': 'draftForm',
    ...toldBySubmission,
  },
  outcomes: {
    previewChange: {
      more: ok(preview(4900)),
      'too late': fail(refused(5010, { reason: 'tooLate' })),
      'a closed hour': fail(refused(1008, { field: 'pickupTime', reason: 'closed' })),
      offline: fail(offline),
    },
    withdrawChange: {
      'taken back': ok(free),
      'settled already': fail(refused(5010, { reason: 'over' })),
      offline: fail(offline),
    },
  },
  facts: ({ context }) => ({
    isForm: context.form !== null,
    isOpen: Boolean(context.order?.changes?.open),
    pieces: context.facts.pieces ?? null,
    difference: context.preview?.difference.amount ?? null,
    problem: context.problem?.kind ?? null,
  }),
  laws: {
    'what is posted is at the difference that is shown': ({ snapshot, calls }) => {
      const posts = calls.filter(({ id }) => id === 'submission').map(({ input }) => input as SubmissionInput)
      const posted = posts.at(-1)?.body as PostedChange | undefined
      const shown = snapshot.context.preview
      return !snapshot.matches('posting') || (shown !== null && posted?.preview === shown)
    },
    'the form is there wherever something may be filled in': ({ snapshot }) =>
      !snapshot.matches('editing') || snapshot.context.form !== null,
  },
  simple: { steps: 9, paths: 40 },
  spawned: draftFormWorld,
})
