import type { DraftFormContext, DraftFormInput } from '@handsfree/core/booking'
import { type Draft, type DraftReceiver, emptyDraft, emptyOwnAddress } from '@handsfree/core/booking'
import { initialDraftForm } from '../../../core/booking/draft-form.ts'
import type { ModelState } from '../../../statecharts/paths/graph.ts'
import type { SpawnedStates } from '../../../statecharts/paths/machine-model.ts'
import { photoSetOf, photosChanged } from './photo-world.ts'
import { qrSite } from './samples.ts'

export const me = { who: 'me', name: 'Lin', dialCode: '86', phoneNumber: '13800138000' } as const

/** All required fields except photos. */
export const completeDraft: Draft = {
  ...emptyDraft(me),
  delivery: {
    kind: 'site',
    site: {
      siteId: 'site-2',
      name: 'Pudong Airport T2',
      address: 'Terminal 2',
      storage: true,
      regionId: 'shanghai',
      timeZone: 'Asia/Shanghai',
      hours: null,
    },
  },
  pickupTime: '2026-11-24T10:00:00+08:00',
  deliveryTime: '2026-11-24T15:00:00+08:00',
}

const incompleteDraft: Draft = { ...completeDraft, delivery: emptyOwnAddress(qrSite) }
const somebodyElse: DraftReceiver = { who: 'other', name: '', dialCode: '86', phoneNumber: '' }

const editedReport = { isEdited: true }
const uneditedReport = { isEdited: false }

/** A form's reports: a changed field, a chosen receiver, or its only photo's state. */
export const formChanged = {
  complete: editedReport,
  // A chosen site can't be cleared: the traveller can only switch to an address and leave it empty.
  incomplete: editedReport,
  'for me': uneditedReport,
  'for somebody else': uneditedReport,
  none: uneditedReport,
  held: uneditedReport,
  uploading: uneditedReport,
  uploaded: uneditedReport,
  failed: uneditedReport,
}

const receivers: Record<string, string> = {
  complete: 'me',
  'for me': 'me',
  'for somebody else': 'other',
}

/** The form's values in this world. */
function fillContext(base: DraftFormContext, { draft, receiver, photos }: SpawnedStates): DraftFormContext {
  const filled = { complete: completeDraft, incomplete: incompleteDraft }[draft ?? ''] ?? base.draft
  const chosen = { me: me, other: somebodyElse }[receiver ?? '']
  return {
    ...base,
    draft: chosen ? { ...filled, receiver: chosen } : filled,
    photos: photos ? photosChanged[photos as keyof typeof photosChanged].photos : base.photos,
  }
}

type FormSnapshot = {
  context: DraftFormContext
  matches: (state: unknown) => boolean
  contextIn: (world: SpawnedStates) => DraftFormContext
}

/** A form whose state comes from the world; the model's steps send its reports. */
const draftFormLogic = (world: () => SpawnedStates) => ({
  getInitialSnapshot: (_: unknown, input: DraftFormInput): FormSnapshot => {
    const base = initialDraftForm(input, photoSetOf(input.photos.urls))
    // Guards read the same draft many times, so cache its context.
    const known = new Map<string, DraftFormContext>()
    const contextIn = (at: SpawnedStates) => {
      const key = [at.draft, at.receiver, at.photos].join()
      const context = known.get(key) ?? fillContext(base, at)
      known.set(key, context)
      return context
    }
    return {
      ...{ status: 'active' },
      get context() {
        return contextIn(world())
      },
      matches: (state) => typeof state === 'string' || world().isReviewed === 'yes',
      contextIn,
    }
  },
  transition: (snapshot: unknown) => snapshot,
  getPersistedSnapshot: () => ({}),
})

/** The draft form's context, or null if the form hasn't started. */
export function formAt({ snapshot, world }: Pick<ModelState, 'snapshot' | 'world'>): DraftFormContext | null {
  const form = snapshot.context.form as { getSnapshot(): FormSnapshot } | null
  return form?.getSnapshot().contextIn(world) ?? null
}

const reviews = ['draft.review', 'order.submit']
const reopens = /^(?:terms\.decline|order\.edit|submission\.refused|xstate\.error\.actor\.quoteOrder)$/

/** Provides the form for a machine that spawns one. */
export const draftFormWorld = {
  ids: ['draftForm'],
  start: {},
  after: (world: SpawnedStates, { type }: { type: string }, label: string): SpawnedStates => {
    if (reviews.includes(type)) return { ...world, isReviewed: 'yes' }
    if (reopens.test(type) && label !== 'price changed') return { ...world, isReviewed: 'no' }
    if (type !== 'form.changed') return world
    const receiver = receivers[label] ?? world.receiver ?? ''
    if (label === 'complete' || label === 'incomplete') return { ...world, draft: label, receiver }
    return label in photosChanged ? { ...world, photos: label } : { ...world, receiver }
  },
  logic: (world: () => SpawnedStates) => ({ draftForm: draftFormLogic(world) }),
}
