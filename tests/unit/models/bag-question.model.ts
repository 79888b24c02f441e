import { bagQuestionMachine, type QuestionFacts } from '@handsfree/core/bags'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'

const start = (kind: QuestionFacts['kind']) => (): QuestionFacts => ({ kind })

export const bagQuestionModel = defineModel<typeof bagQuestionMachine>({
  machine: bagQuestionMachine,
  starts: { 'about the count': start('count'), 'about a damage': start('damage') },
  samples: { 'answer.right': { '': {} }, 'answer.notRight': { '': {} }, 'question.withdraw': { '': {} } },
  outcomes: {},
  facts: ({ context }) => ({ kind: context.kind }),
  laws: {
    'a damage that was noted is never taken back': ({ snapshot }) =>
      !(snapshot.context.kind === 'damage' && snapshot.matches('withdrawn')),
  },
  simple: { steps: 4, paths: 20 },
})
