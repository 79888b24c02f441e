import { languageMachine } from '@handsfree/core/i18n'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'

export const languageModel = defineModel<typeof languageMachine>({
  machine: languageMachine,
  starts: {
    'in English': () => ({ locale: 'en-US', messages: null }),
    'with messages': () => ({ locale: 'en-US', messages: { 'common.app_title': 'Handsfree' } }),
  },
  samples: {
    'language.switch': {
      'to Chinese': { locale: 'zh-CN' },
      'to English': { locale: 'en-US' },
      'to Latin': { locale: 'la' },
    },
    'language.retry': { '': {} },
  },
  outcomes: { loadMessages: { '': { 'common.app_title': 'Handsfree' } }, syncLanguage: { '': undefined } },
  delays: { syncTimeout: [3_000] },
  facts: ({ context: { messages, requested } }) => ({ hasMessages: messages !== null, requested }),
  laws: {
    'the choice is saved once, before the client reloads': ({ effects, emitted }) =>
      emitted.length <= effects.filter(({ name }) => name === 'saveChoice').length,
    'nothing switches without words to switch from': ({ snapshot }) =>
      !snapshot.matches('switching') || snapshot.context.messages !== null,
  },
  simple: { steps: 8, paths: 40 },
})
