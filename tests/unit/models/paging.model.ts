import { fail, ok } from '@handsfree/core'
import { type PagingInput, pagingMachine } from '@handsfree/core/lib'
import { createEmptyActor } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

const withMore = { list: ['one'], next: 'two' }
const theLast = { list: ['one', 'two'], next: null }

const now = () => 1
const listener = createEmptyActor() as unknown as PagingInput['listener']

export const pagingModel = defineModel<typeof pagingMachine>({
  machine: pagingMachine,
  starts: {
    'a list': () => ({ listener, cachedPages: null, now }),
    'a list of an earlier visit': () => ({ listener, cachedPages: { pages: withMore, readAt: 0 }, now }),
  },
  samples: {
    'reading.changed': { reading: { isReading: true }, 'not read': { isReading: false } },
    'reading.done': { 'with more': { value: withMore }, 'the last': { value: theLast } },
    'reading.gone': { '': {} },
    'pages.refresh': { '': {} },
    'pages.more': { '': {} },
    'pages.retry': { '': {} },
  },
  sentBy: { 'reading.changed': 'reading', 'reading.done': 'reading', 'reading.gone': 'reading' },
  outcomes: { loadMore: { 'with more': ok(withMore), 'the last': ok(theLast), offline: fail(offline) } },
  facts: ({ context: { pages } }) => ({ shown: pages.list.length, hasMore: pages.next !== null }),
  laws: {
    'more is asked where there is more': ({ calls }) =>
      calls.every(
        ({ id, input }) => id !== 'loadMore' || (input as { pages: typeof theLast }).pages.next !== null,
      ),
  },
  simple: { steps: 8, paths: 60 },
})
