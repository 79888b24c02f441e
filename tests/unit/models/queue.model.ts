import type { Queue, QueueEntry } from '@handsfree/core/contract'
import { queueKey, queueMachine, toQueueView } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { queueEntry } from './samples.ts'

const review = queueEntry()
const exception = queueEntry({ kind: 'exception', words: 'The lift is broken' })
const queueOf = (...list: QueueEntry[]): Queue => ({
  list,
  counts: list.map(({ kind }) => ({ kind, entries: 1 })),
})

export const queueModel = defineModel<typeof queueMachine>({
  machine: queueMachine,
  starts: { opened: () => undefined },
  samples: {
    'reading.done': {
      none: { value: queueOf() },
      review: { value: queueOf(review) },
      'review, then exception': { value: queueOf(review, exception) },
      'exception, then review': { value: queueOf(exception, review) },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'queue.update': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {},
  facts: ({ context: { shown, latest } }) => ({
    shown: shown?.map(queueKey).join() ?? null,
    latest: latest?.list.map(queueKey).join() ?? null,
  }),
  laws: {
    'the rows are the latest ones exactly while the list is current': ({ snapshot }) => {
      const { shown, latest } = snapshot.context
      const isLatest = JSON.stringify(shown?.map(queueKey)) === JSON.stringify(latest?.list.map(queueKey))
      return isLatest === snapshot.matches('current')
    },
    'every entry that waits is shown or announced': ({ snapshot: { context } }) => {
      const { rows, arrivals, done } = toQueueView(context, null)
      return rows.length - done + arrivals === (context.latest?.list.length ?? 0)
    },
  },
  simple: { steps: 6, paths: 60 },
})
