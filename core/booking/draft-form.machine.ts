import { type ActorRefFrom, assertEvent, assign, sendTo, setup } from 'xstate'
import { photoSetMachine } from '../photos/photo-set.machine.ts'
import { policy } from '../policy/numbers.ts'
import * as form from './draft-form.ts'
import { isDraftPatch } from './draft-shape.ts'

/** The form of a new or changed order: values, problems, photos, and open sections. */
export const draftFormMachine = setup({
  types: {
    input: {} as form.DraftFormInput,
    context: {} as form.DraftFormContext,
    events: {} as form.DraftFormEvent,
  },
  actors: { photoSet: photoSetMachine },
  actions: {
    changeDraft: assign(form.changeDraft),
    chooseReceiver: assign(form.chooseReceiver),
    setPhotos: assign(form.setPhotos),
    setParts: assign(form.setParts),
    setReopenedParts: assign(form.setReopenedParts),
    unfoldRefused: assign(({ context, event }) => {
      assertEvent(event, 'form.open')
      return { openParts: event.refused ? [...context.openParts, event.refused] : context.openParts }
    }),
    unfoldProblems: assign(form.unfoldProblems),
    setRestoredDraft: assign(form.setRestoredDraft),
    adoptPhotos: sendTo('photoSet', ({ event }) => {
      assertEvent(event, 'draft.found')
      return { type: 'photos.found' as const, ...event.photos }
    }),
    setAccount: assign({ hasAccount: true }),
    sendHeldPhotos: sendTo('photoSet', { type: 'account.signedIn' }),
    reportEdit: sendTo(({ context }) => context.listener, { type: 'form.changed', isEdited: true }),
    reportChange: sendTo(({ context }) => context.listener, { type: 'form.changed', isEdited: false }),
    reportAdoption: sendTo(({ context }) => context.listener, { type: 'form.adopted' }),
  },
  guards: {
    isDraftPatch: ({ event }) => event.type === 'draft.change' && isDraftPatch(event.patch),
    hasRefusedPart: form.hasRefusedPart,
  },
}).createMachine({
  id: 'draftForm',
  context: ({ input, self, spawn }) =>
    form.initialDraftForm(
      input,
      spawn('photoSet', {
        id: 'photoSet',
        input: {
          ...input.photos,
          limit: policy.maxPhotos,
          hasAccount: input.hasAccount,
          newKey: input.newKey,
          listener: self,
        },
      }),
    ),
  on: {
    'photos.changed': { actions: ['setPhotos', 'reportChange'] },
    'account.signedIn': { actions: ['setAccount', 'sendHeldPhotos'] },
    'draft.found': { actions: ['setRestoredDraft', 'adoptPhotos', 'reportAdoption'] },
    'form.open': [
      { guard: 'hasRefusedPart', target: '.open', actions: ['unfoldRefused', 'reportChange'] },
      { target: '.open' },
    ],
    'form.reopen': { target: '.open', actions: ['setReopenedParts', 'reportChange'] },
    'form.review': { target: '.open.showingErrors', actions: ['unfoldProblems', 'reportChange'] },
  },
  initial: 'open',
  states: {
    open: {
      initial: 'pristine',
      on: {
        'draft.change': { guard: 'isDraftPatch', actions: ['changeDraft', 'reportEdit'] },
        'receiver.choose': { actions: ['chooseReceiver', 'reportChange'] },
        'part.open': { actions: ['setParts', 'reportChange'] },
        'part.close': { actions: ['setParts', 'reportChange'] },
        'form.close': { target: 'closed' },
      },
      states: {
        pristine: { description: 'No field shows an error yet.' },
        showingErrors: { description: 'Each missing or invalid field shows its own message.' },
      },
    },
    closed: { description: 'The form is read-only while the order is priced, confirmed or posted.' },
  },
})

export type DraftFormActor = ActorRefFrom<typeof draftFormMachine>
