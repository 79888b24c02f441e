import { ok } from '@handsfree/core'
import { type PagingInput, type PagingUpdate, pagingMachine } from '@handsfree/core/lib'
import { expect, it } from 'vitest'
import { createActor, fromTransition } from 'xstate'
import { Journey } from '../journey.ts'

/** A list and the events that its listener received, oldest first. */
const open = (kept: PagingInput['cachedPages'] = null) => {
  const told = createActor(
    fromTransition((all: PagingUpdate<never>[], news: PagingUpdate<never>) => [...all, news], []),
  )
  told.start()
  const query = { keyword: 'station' }
  const journey = new Journey(pagingMachine, () => ({
    listener: told,
    cachedPages: kept,
    now: () => 7,
    query,
  }))
  return Object.assign(journey, { told: () => told.getSnapshot().context })
}
type ListJourney = ReturnType<typeof open>

const pages = (list: string[], next: string | null) => ({ list, next })
const listed = ({ snapshot }: ListJourney) => snapshot.context.pages
const read = (journey: ListJourney, value: ReturnType<typeof pages>) =>
  journey.sendFrom('reading', { type: 'reading.done', value })
const asked = (journey: ListJourney) => journey.openCall('reading').received

it('loads pages until the last, and reports each to its listener', async () => {
  const journey = open()
  read(journey, pages(['3', '2'], 'after-2'))
  expect(journey.told()).toEqual([{ type: 'pages.listed', pages: pages(['3', '2'], 'after-2') }])
  journey.send({ type: 'pages.more' })
  expect(journey.inputs('loadMore')).toEqual([
    { pages: pages(['3', '2'], 'after-2'), query: { keyword: 'station' } },
  ])
  await journey.answer('loadMore', ok(pages(['3', '2', '1'], null)))
  expect([listed(journey), journey.value]).toEqual([pages(['3', '2', '1'], null), 'idle'])
  expect(journey.told().at(-1)).toEqual({ type: 'pages.listed', pages: pages(['3', '2', '1'], null) })
  journey.send({ type: 'pages.more' })
  expect(journey.value).toBe('idle')
})

it('sends the loaded pages to the reading, so that a refresh keeps their number', async () => {
  const journey = open()
  read(journey, pages(['3', '2'], 'after-2'))
  journey.send({ type: 'pages.more' })
  await journey.answer('loadMore', ok(pages(['3', '2', '1'], null)))
  expect(asked(journey)).toEqual([{ type: 'reading.extend', value: pages(['3', '2', '1'], null) }])
})
