import { sharedLineMachine } from '@handsfree/core/realtime'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'

const heard = { topic: 'TOPIC-TMS-u1', payload: '{"code":0}' }

/** One tab among others. Their messages, leadership and the socket are outcomes. */
export const sharedLineModel = defineModel<typeof sharedLineMachine>({
  machine: sharedLineMachine,
  starts: { opened: () => undefined },
  samples: {
    'tab.hello': { '': {} },
    'tab.open': { '': {} },
    'tab.message': { '': heard },
    'tab.close': { '': {} },
    'lead.granted': { '': {} },
    'socket.opened': { '': {} },
    'socket.heard': { '': heard },
    'socket.closed': { '': {} },
    'line.leave': { '': {} },
  },
  sentBy: {
    'tab.hello': 'channel',
    'tab.open': 'channel',
    'tab.message': 'channel',
    'tab.close': 'channel',
    'lead.granted': 'lead',
    'socket.opened': 'socket',
    'socket.heard': 'socket',
    'socket.closed': 'socket',
  },
  outcomes: {},
  facts: () => ({}),
  laws: {
    'a connection opens at most once': ({ emitted }) =>
      emitted.filter(({ type }) => type === 'line.opened').length <= 1,
    'its end is told, unless this tab left': ({ snapshot, emitted }) =>
      (emitted.at(-1)?.type === 'line.closed') === snapshot.matches('over'),
    'nothing is heard before it is open': ({ emitted }) =>
      emitted.findIndex(({ type }) => type === 'line.heard') <= 0 || emitted[0]?.type === 'line.opened',
  },
  simple: { steps: 8, paths: 60 },
})
