import { fail, ok } from '@handsfree/core'
import { receiverLinkMachine } from '@handsfree/core/orders'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

const link = (showsClaimCode: boolean) => ({
  path: '/trip/abcdefghijklmnopqrstuv',
  showsClaimCode,
  createTime: '2026-11-21T02:00:00Z',
  endTime: null,
})

export const receiverLinkModel = defineModel<typeof receiverLinkMachine>({
  machine: receiverLinkMachine,
  starts: { opened: () => undefined },
  samples: {
    'reading.done': { none: { value: { link: null } }, made: { value: { link: link(false) } } },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'link.make': { 'with the code': { showsClaimCode: true }, 'without it': { showsClaimCode: false } },
    'link.revoke': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    makeLink: { made: ok({ link: link(true) }), offline: fail(offline) },
    revokeLink: { ended: ok({ link: null }), offline: fail(offline) },
  },
  facts: ({ context }) => ({
    showsClaimCode: context.link?.showsClaimCode ?? null,
    problem: context.problem?.kind ?? null,
  }),
  laws: {
    'a link is shown exactly while there may be one': ({ snapshot }) =>
      !snapshot.matches('made') || snapshot.context.link !== null,
    'no link is shown where there is none': ({ snapshot }) =>
      !(snapshot.matches('none') || snapshot.matches('unread')) || snapshot.context.link === null,
    'the switch says what the link shows': ({ snapshot }) =>
      !snapshot.matches('made') || snapshot.context.showsClaimCode === snapshot.context.link?.showsClaimCode,
  },
  simple: { steps: 8, paths: 60 },
})
