import { fail, ok } from '@handsfree/core'
import { preparedLinkMachine } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, preparedLink, preparedOrder, refused } from './samples.ts'

const forAnyone = preparedLink({ guest: null })
const texted = preparedLink({ order: preparedOrder({ textState: 'sent' }), textsLeft: 2 })
const onItsWay = preparedLink({ order: preparedOrder({ textState: 'due' }), textsLeft: 2 })
const exhausted = preparedLink({ order: preparedOrder({ textState: 'sent' }), textsLeft: 0 })

export const preparedLinkModel = defineModel<typeof preparedLinkMachine>({
  machine: preparedLinkMachine,
  starts: { opened: () => undefined },
  samples: {
    'reading.done': {
      'with a phone': { value: preparedLink() },
      'for anyone': { value: forAnyone },
      texted: { value: texted },
      'on its way': { value: onItsWay },
      'no message left': { value: exhausted },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'link.text': { '': {} },
    'link.withdraw': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    textLink: { '': ok({ textsLeft: 2 }), 'too many': fail(refused(2004)), offline: fail(offline) },
    withdraw: {
      '': ok({ preparedId: 'prepared-1' }),
      'taken over': fail(refused(5004)),
      offline: fail(offline),
    },
  },
  facts: ({ context: { link, problem } }) => ({
    link: link && [link.guest !== null, link.textsLeft, link.order.textState ?? null].join(),
    problem: problem?.kind ?? null,
  }),
  laws: {
    'a link is texted to a phone that was given, and only while messages are left': ({ snapshot }) => {
      const { link } = snapshot.context
      return !snapshot.can({ type: 'link.text' }) || (link?.guest !== null && (link?.textsLeft ?? 0) > 0)
    },
    'a withdrawn order shows no link': ({ snapshot }) =>
      !snapshot.matches('withdrawn') || snapshot.context.link === null,
  },
  simple: { steps: 6, paths: 40 },
})
