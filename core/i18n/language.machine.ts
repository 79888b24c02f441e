import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, setup } from 'xstate'
import type { Locale } from '../contract/common.ts'
import { notProvided } from '../lib/not-provided.ts'
import { isLocale } from './locale.ts'

export type Messages = Record<string, string>

export type LanguageInput = {
  locale: Locale
  messages: Messages | null
}
export type LanguageEvent = { type: 'language.switch'; locale: string } | { type: 'language.retry' }
/** `language.changed`: the choice is saved; the client reloads. */
export type LanguageEmitted = { type: 'language.changed'; locale: Locale }

type LanguageContext = { locale: Locale; messages: Messages | null; requested: Locale | null }

/** The interface language: loads its messages. Switching saves the choice, reports it to the server and reloads. */
export const languageMachine = setup({
  types: {
    input: {} as LanguageInput,
    context: {} as LanguageContext,
    events: {} as LanguageEvent,
    emitted: {} as LanguageEmitted,
  },
  actors: {
    loadMessages: fromPromise<Messages, { locale: Locale }>(notProvided('language', 'loadMessages')),
    syncLanguage: fromPromise<void, { locale: Locale }>(notProvided('language', 'syncLanguage')),
  },
  actions: {
    setMessages: assign({ messages: (_, params: { messages: Messages }) => params.messages }),
    setRequestedLocale: assign(({ event }) => {
      assertEvent(event, 'language.switch')
      return { requested: isLocale(event.locale) ? event.locale : null }
    }),
    saveChoice: notProvided('language', 'saveChoice'),
    warnUnsupported: notProvided('language', 'warnUnsupported'),
    announceChange: emit(({ context }) => ({
      type: 'language.changed',
      locale: context.requested ?? context.locale,
    })),
  },
  guards: {
    hasMessages: ({ context }) => context.messages !== null,
    isUnsupported: ({ event }) => event.type === 'language.switch' && !isLocale(event.locale),
    isOther: ({ context: { requested, locale }, event }) =>
      event.type === 'language.switch' && event.locale !== (requested ?? locale),
  },
  delays: { syncTimeout: 3_000 },
}).createMachine({
  id: 'language',
  context: ({ input }) => ({ ...input, requested: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Skips loading if the client already has the messages.',
      always: [{ guard: 'hasMessages', target: 'ready' }, { target: 'loading' }],
    },
    loading: {
      description: 'Loads the messages of the locale.',
      invoke: {
        id: 'loadMessages',
        src: 'loadMessages',
        input: ({ context }) => ({ locale: context.locale }),
        onDone: {
          target: 'ready',
          actions: { type: 'setMessages', params: ({ event }) => ({ messages: event.output }) },
        },
        onError: { target: 'failed' },
      },
    },
    failed: {
      description: 'Without messages the client shows its own bilingual line.',
      on: { 'language.retry': { target: 'loading' } },
    },
    ready: {
      on: {
        'language.switch': [
          { guard: 'isUnsupported', actions: 'warnUnsupported' },
          { guard: 'isOther', target: 'switching', actions: ['setRequestedLocale', 'saveChoice'] },
        ],
      },
    },
    switching: {
      description: 'Saved. For signed-in travellers, reports it to the server within 3 s.',
      invoke: {
        id: 'syncLanguage',
        src: 'syncLanguage',
        input: ({ context }) => ({ locale: context.requested ?? context.locale }),
        onDone: { target: 'changed' },
        onError: { target: 'changed', description: 'The next sign-in reports the language again.' },
      },
      after: { syncTimeout: { target: 'changed' } },
      on: {
        'language.switch': [
          { guard: 'isUnsupported', actions: 'warnUnsupported' },
          {
            description: 'The latest choice wins.',
            guard: 'isOther',
            target: 'switching',
            reenter: true,
            actions: ['setRequestedLocale', 'saveChoice'],
          },
        ],
      },
    },
    changed: {
      description: 'The client reloads in the new language.',
      entry: 'announceChange',
      on: {
        'language.switch': [
          { guard: 'isUnsupported', actions: 'warnUnsupported' },
          { guard: 'isOther', target: 'switching', actions: ['setRequestedLocale', 'saveChoice'] },
        ],
      },
    },
  },
})

export type LanguageActor = ActorRefFrom<typeof languageMachine>
