import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, setup } from 'xstate'
import type { Profile, ProfileFields } from '../auth/auth.ts'
import { profileProblemOf } from '../auth/auth-problem.ts'
import type { AuthProblem } from '../auth/sign-in.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import { fieldOfProblem, fieldProblems } from './profile.ts'

export type ProfileInput = {
  /** Null if it must be fetched. */
  profile: Profile | null
  restored?: ProfileFields | null
  suggestedName?: string
}

export type ProfileEvent =
  | ReadingUpdate<Profile>
  | { type: 'profile.change'; fields: Partial<ProfileFields> }
  | { type: 'profile.save' }
  | { type: 'profile.leave' }
  | { type: 'profile.discard' }
  | { type: 'profile.stay' }

export type ProfileContext = Required<ProfileInput> & {
  /** As typed. */
  draft: ProfileFields
  /** Why the last save failed, one problem per invalid field. */
  problems: readonly AuthProblem[]
}

const fieldsOf = (profile: Profile | null, suggestedName: string): ProfileFields => ({
  name: profile?.name || suggestedName,
  email: profile?.email ?? '',
})

const isChanged = (profile: Profile, { name, email }: ProfileFields) =>
  name.trim() !== profile.name || email.trim() !== profile.email

const isWorthSaving = ({ profile, draft }: ProfileContext) =>
  profile !== null && (profile.name === '' || isChanged(profile, draft))

/** Keeps only the problems of fields that didn't change. */
const remainingProblems = (problems: readonly AuthProblem[], changed: Partial<ProfileFields>) =>
  problems.filter((problem) => {
    const field = fieldOfProblem(problem)
    return field !== undefined && !(field in changed)
  })

/** Edits the traveller's name and email. The draft is stored until it is saved or discarded. */
export const profileMachine = setup({
  types: {
    input: {} as ProfileInput,
    context: {} as ProfileContext,
    events: {} as ProfileEvent,
    meta: {} as ScreenMeta<ProfileEvent>,
    emitted: {} as { type: 'profile.left' },
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    saveFields: fromPromise<ProfileFields, ProfileFields>(notProvided('profile', 'saveFields')),
  },
  actions: {
    setProfile: assign(({ context }, profile: Profile) => ({
      profile,
      draft: context.restored ?? fieldsOf(profile, context.suggestedName),
      problems: [],
    })),
    changeDraft: assign(({ context, event }) => {
      assertEvent(event, 'profile.change')
      return {
        draft: { ...context.draft, ...event.fields },
        problems: remainingProblems(context.problems, event.fields),
      }
    }),
    mergeFields: assign(({ context }, draft: ProfileFields) => ({
      profile: context.profile && { ...context.profile, ...draft },
      draft,
    })),
    shareFields: (_, _fields: ProfileFields) => notProvided('profile', 'shareFields')(),
    saveDraft: notProvided('profile', 'saveDraft'),
    forgetDraft: notProvided('profile', 'forgetDraft'),
    setProblem: assign({ problems: (_, problem: AuthProblem) => [problem] }),
    setFieldProblems: assign({ problems: ({ context }) => fieldProblems(context.draft) }),
    clearProblems: assign({ problems: [] }),
    announceLeft: emit({ type: 'profile.left' }),
  },
  guards: {
    hasProfile: ({ context }) => context.profile !== null,
    hasInvalidFields: ({ context }) => isWorthSaving(context) && fieldProblems(context.draft).length > 0,
    isWorthSaving: ({ context }) => isWorthSaving(context),
    hasChanges: ({ context: { profile, draft } }) => profile !== null && isChanged(profile, draft),
  },
}).createMachine({
  id: 'profile',
  meta: { page: '/person/profile/edit', title: 'profile.title' },
  context: ({ input: { profile, restored = null, suggestedName = '' } }) => ({
    profile,
    restored,
    suggestedName,
    draft: restored ?? fieldsOf(profile, suggestedName),
    problems: [],
  }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Skips the fetch if the app already has the profile.',
      always: [{ guard: 'hasProfile', target: 'editing' }, { target: 'unread' }],
    },
    unread: {
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
        onError: { description: 'The page shows no profile.' },
      },
      on: {
        'reading.done': {
          target: 'editing',
          actions: { type: 'setProfile', params: ({ event }) => event.value },
        },
      },
    },
    editing: {
      initial: 'pristine',
      on: {
        'profile.change': { target: '.pristine', actions: ['changeDraft', 'saveDraft'] },
        'profile.save': [
          { guard: 'hasInvalidFields', actions: 'setFieldProblems' },
          { guard: 'isWorthSaving', target: 'saving', actions: 'clearProblems' },
        ],
        'profile.leave': { guard: 'hasChanges', target: 'asking' },
      },
      states: {
        pristine: {},
        saved: { description: 'All values are saved. The confirmation stays until the next edit.' },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveFields',
        src: 'saveFields',
        input: ({ context }) => context.draft,
        onDone: {
          target: 'editing.saved',
          actions: [
            { type: 'mergeFields', params: ({ event }) => event.output },
            'forgetDraft',
            { type: 'shareFields', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'editing',
          actions: { type: 'setProblem', params: ({ event }) => profileProblemOf(event.error) },
        },
      },
    },
    asking: {
      description: 'Asks before leaving with unsaved changes.',
      on: {
        'profile.discard': { target: 'left', actions: 'forgetDraft' },
        'profile.stay': { target: 'editing' },
      },
    },
    left: { type: 'final', entry: 'announceLeft' },
  },
})

export type ProfileActor = ActorRefFrom<typeof profileMachine>
