import {
  type DraftField,
  type DraftFormInput,
  draftFormMachine,
  emptyDraft,
  emptyOwnAddress,
  partOf,
  selectDraftProblems,
  selectIsPartOpen,
  selectShownProblems,
} from '@handsfree/core/booking'
import { createEmptyActor } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { completeDraft, me } from './form-world.ts'
import { photoSetWorld, photosChanged } from './photo-world.ts'
import { qrSite } from './samples.ts'

const nobody = { ...me, name: '', phoneNumber: '' }

const start =
  (begins: Partial<DraftFormInput> = {}) =>
  ({ now, newKey }: Pick<DraftFormInput, 'now' | 'newKey'>): DraftFormInput => ({
    place: qrSite,
    draft: emptyDraft(me),
    leftReceiver: null,
    openParts: ['route', 'when'],
    photos: { urls: [], held: [] },
    hasAccount: true,
    now,
    newKey,
    me: () => me,
    isValidPhone: ({ phoneNumber }) => phoneNumber.length === 11,
    listener: createEmptyActor() as unknown as DraftFormInput['listener'],
    ...begins,
  })

/** An order's fields. Changes of its photos are steps. */
export const draftFormModel = defineModel<typeof draftFormMachine>({
  machine: draftFormMachine,
  starts: {
    'a blank form': start(),
    'a visitor’s blank form': start({ draft: emptyDraft(nobody), me: () => nobody, hasAccount: false }),
    'a complete form of an earlier visit': start({
      draft: completeDraft,
      openParts: [],
      photos: { urls: ['/files/1'], held: [] },
    }),
  },
  samples: {
    'draft.change': {
      complete: { patch: completeDraft },
      // A chosen site can't be cleared: the traveller can only switch to an address and leave it empty.
      incomplete: { patch: { delivery: emptyOwnAddress(qrSite) } },
    },
    'part.open': { '': { part: 'bags' } },
    'part.close': { '': { part: 'bags' } },
    'receiver.choose': { me: { who: 'me' }, other: { who: 'other' } },
    'photos.changed': photosChanged,
    'draft.found': {
      '': { draft: completeDraft, leftReceiver: null, photos: { urls: [], held: [] } },
    },
    'account.signedIn': { '': {} },
    'form.close': { '': {} },
    'form.open': { '': { refused: null }, 'with what was refused': { refused: 'bags' } },
    'form.reopen': { '': { part: null }, 'at a part': { part: 'bags' } },
    'form.review': { '': {} },
  },
  sentBy: { 'photos.changed': 'photoSet' },
  outcomes: {},
  facts: (snapshot) => {
    const { photos = null, ...others } = selectDraftProblems(snapshot)
    const { openParts, hasAccount, draft } = snapshot.context
    return {
      photoProblem: photos,
      hasProblems: Object.keys(others).length > 0,
      hasAccount,
      isForOther: draft.receiver.who === 'other',
      showsBags: openParts.includes('bags'),
    }
  },
  laws: {
    'everything that is missing is shown once the traveller wanted to go on': ({ snapshot }) =>
      !snapshot.matches({ open: 'showingErrors' }) ||
      JSON.stringify(selectShownProblems(snapshot)) === JSON.stringify(selectDraftProblems(snapshot)),
    'nothing that is only missing is shown before': ({ snapshot }) =>
      !snapshot.matches({ open: 'pristine' }) ||
      Object.values(selectShownProblems(snapshot)).every((problem) => !problem.endsWith('Required')),
    'no part is folded over a message': ({ snapshot }) =>
      Object.keys(selectShownProblems(snapshot)).every((field) =>
        selectIsPartOpen(snapshot, partOf(field as DraftField)),
      ),
    'a closed form shows no message and changes nothing': ({ snapshot }) =>
      !snapshot.matches('closed') ||
      (Object.keys(selectShownProblems(snapshot)).length === 0 &&
        !snapshot.can({ type: 'draft.change', patch: { pieces: 2 } }) &&
        !snapshot.can({ type: 'receiver.choose', who: 'other' })),
    'the receiver that is left is not the one that is chosen': ({ snapshot: { context } }) =>
      context.leftReceiver?.who !== context.draft.receiver.who,
    'both times are filled in': ({ snapshot: { context } }) =>
      context.draft.pickupTime !== null && context.draft.deliveryTime !== null,
  },
  simple: { steps: 8, paths: 40 },
  spawned: photoSetWorld,
})
