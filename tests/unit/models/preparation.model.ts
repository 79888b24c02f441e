import { fail, ok } from '@handsfree/core'
import { selectDraftProblems } from '@handsfree/core/booking'
import { type PreparationInput, type PreparedBody, preparationMachine } from '@handsfree/core/crew'
import type { SubmissionInput } from '@handsfree/core/lib'
import { startOfTime } from '../../../statecharts/paths/graph.ts'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { draftFormWorld, me } from './form-world.ts'
import { offline, preparedOrder, qrSite, refused } from './samples.ts'
import { submissionNews, toldBySubmission } from './submission.model.ts'

const start = ({ newKey }: Pick<PreparationInput, 'newKey'>): PreparationInput => ({
  guestBy: 'code',
  newKey,
  now: () => startOfTime,
  me: () => ({ ...me, who: 'other', name: '', phoneNumber: '' }),
  isValidPhone: ({ phoneNumber }) => phoneNumber.length === 11,
})

const link = 'https://handsfree.test/handover/abcdefghijklmnopqrstuv'
const body = { isTemporary: true, guest: null } as PreparedBody

export const preparationModel = defineModel<typeof preparationMachine>({
  machine: preparationMachine,
  starts: { opened: start },
  samples: {
    'desk.retry': { '': {} },
    'guest.change': {
      'another phone': { guest: { by: 'other', phoneNumber: '13800138000' } },
      'half a number': { guest: { by: 'other', phoneNumber: '138' } },
      'the recipient': { guest: { by: 'receiver' } },
      'the code': { guest: { by: 'code' } },
    },
    'order.prepare': { '': {} },
    'form.changed': { complete: { isEdited: true }, incomplete: { isEdited: true } },
    'form.adopted': { '': {} },
    ...submissionNews(
      { idempotencyKey: 'key-1', body },
      { '': { order: preparedOrder(), url: link } },
      {
        'too late': refused(1008, { field: 'pickupTime', reason: 'tooEarly' }),
        'no mobile number': refused(1008, { field: 'guest', reason: 'notMobile' }),
        'too many': refused(1012, { field: 'preparedOrders' }),
      },
    ),
  },
  sentBy: { 'form.changed': 'draftForm', 'form.adopted': 'draftForm', ...toldBySubmission },
  outcomes: {
    readDesk: { '': ok(qrSite), 'no desk': fail(refused(3002)), offline: fail(offline) },
  },
  facts: ({ context: { form, guest, submission, problem } }) => ({
    hasProblems: form && Object.keys(selectDraftProblems(form.getSnapshot())).length > 0,
    guest: guest.by === 'other' ? guest.phoneNumber : guest.by,
    isUnanswered: submission !== null,
    problem: problem?.kind ?? null,
  }),
  laws: {
    'an order is sent with the guest’s phone exactly if one was chosen': ({ snapshot, calls }) => {
      const last = calls.filter(({ id }) => id === 'submission').at(-1)?.input as SubmissionInput | undefined
      const { guest } = snapshot.context
      if (!snapshot.matches('sending') || !last) return true
      const sent = (last.body as PreparedBody).guest
      return guest.by === 'code' ? sent === null : sent?.phoneNumber.length === 11
    },
    'the form is there wherever something may be filled in': ({ snapshot }) =>
      !snapshot.matches('filling') || snapshot.context.form !== null,
  },
  simple: { steps: 8, paths: 40 },
  spawned: draftFormWorld,
})
