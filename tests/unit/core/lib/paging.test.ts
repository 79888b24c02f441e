import { fail, ok } from '@handsfree/core'
import { type PagingInput, type PagingNews, pagingMachine } from '@handsfree/core/lib'
import { selectIsListKept, selectReadAt } from '@handsfree/core/realtime'
import { expect, it } from 'vitest'
import { createActor, fromTransition } from 'xstate'
import { offline } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

/** A list, and what its listener was told, oldest first. */
const open = (kept: PagingInput['kept'] = null) => {
  const told = createActor(
    fromTransition((all: PagingNews<never>[], news: PagingNews<never>) => [...all, news], []),
  )
  told.start()
  const question = { keyword: 'station' }
  const journey = new Journey(pagingMachine, () => ({ listener: told, kept, now: () => 7, question }))
  return Object.assign(journey, { told: () => told.getSnapshot().context })
}
type ListJourney = ReturnType<typeof open>

const pages = (list: string[], next: string | null) => ({ list, next })
const listed = ({ snapshot }: ListJourney) => snapshot.context.pages
const read = (journey: ListJourney, value: ReturnType<typeof pages>) =>
  journey.tell('reading', { type: 'reading.done', value })
const reads = (journey: ListJourney) => journey.tell('reading', { type: 'reading.changed', isReading: true })
const asked = (journey: ListJourney) => journey.open('reading').received

it('reads page after page until there is no more, and tells its listener', async () => {
  const journey = open()
  read(journey, pages(['3', '2'], 'after-2'))
  expect(journey.told()).toEqual([{ type: 'pages.listed', pages: pages(['3', '2'], 'after-2') }])
  journey.send({ type: 'pages.more' })
  expect(journey.inputs('loadMore')).toEqual([
    { pages: pages(['3', '2'], 'after-2'), question: { keyword: 'station' } },
  ])
  await journey.answer('loadMore', ok(pages(['3', '2', '1'], null)))
  expect([listed(journey), journey.value]).toEqual([pages(['3', '2', '1'], null), 'idle'])
  expect(journey.told().at(-1)).toEqual({ type: 'pages.listed', pages: pages(['3', '2', '1'], null) })
  journey.send({ type: 'pages.more' })
  expect(journey.value).toBe('idle')
})

it('tells the reading how much is shown: the list keeps its length when it is read again', async () => {
  const journey = open()
  read(journey, pages(['3', '2'], 'after-2'))
  journey.send({ type: 'pages.more' })
  await journey.answer('loadMore', ok(pages(['3', '2', '1'], null)))
  expect(asked(journey)).toEqual([{ type: 'reading.extend', value: pages(['3', '2', '1'], null) }])
})

it('reads no more while the list is read again, and drops the page under way', async () => {
  const journey = open()
  read(journey, pages(['2'], 'after-2'))
  journey.send({ type: 'pages.more' })
  const older = journey.open('loadMore')
  reads(journey)
  journey.send({ type: 'pages.more' })
  expect([journey.value, older.isOpen]).toEqual(['reading', false])
  older.answer(ok(pages(['2', '1'], null)))
  read(journey, pages(['3', '2'], 'after-2'))
  expect(listed(journey)).toEqual(pages(['3', '2'], 'after-2'))
})

it('keeps what is shown when it could not be read again, or the next page fails', async () => {
  const journey = open()
  read(journey, pages(['2'], 'after-2'))
  journey.send({ type: 'pages.refresh' })
  expect(asked(journey)).toEqual([{ type: 'reading.hint' }])
  reads(journey)
  journey.tell('reading', { type: 'reading.changed', isReading: false })
  expect([journey.value, listed(journey).list]).toEqual(['idle', ['2']])
  journey.send({ type: 'pages.more' })
  await journey.answer('loadMore', fail(offline))
  expect([journey.value, journey.snapshot.context.problem]).toEqual(['moreFailed', offline])
  journey.send({ type: 'pages.retry' })
  await journey.answer('loadMore', ok(pages(['2', '1'], null)))
  expect([listed(journey).list, journey.snapshot.context.problem]).toEqual([['2', '1'], null])
})

it('tells its listener when it is read, could not be read, or is not there', () => {
  const journey = open()
  reads(journey)
  journey.tell('reading', { type: 'reading.changed', isReading: false })
  reads(journey)
  journey.tell('reading', { type: 'reading.gone' })
  expect(journey.told().map((news) => news.type === 'pages.changed' && news.isReading)).toEqual([
    ...[true, false],
    ...[true, false],
  ])
})

it('reads again by a click when nothing could be read', () => {
  const journey = open()
  reads(journey)
  journey.tell('reading', { type: 'reading.changed', isReading: false })
  journey.send({ type: 'pages.retry' })
  expect(asked(journey)).toEqual([{ type: 'reading.retry' }])
})

it('shows what an earlier visit read, as of then, until it is read again', () => {
  const journey = open({ pages: pages(['2'], 'after-2'), readAt: 3 })
  const age = () => [selectReadAt(journey.snapshot), selectIsListKept(journey.snapshot)]
  expect([listed(journey), age()]).toEqual([pages(['2'], 'after-2'), [3, true]])
  expect(journey.inputs('reading')).toMatchObject([{ kept: pages(['2'], 'after-2'), isFresh: false }])
  journey.tell('reading', { type: 'reading.changed', isReading: false })
  expect([listed(journey), age()]).toEqual([pages(['2'], 'after-2'), [3, true]])
  read(journey, pages(['3', '2'], null))
  expect([listed(journey), age()]).toEqual([pages(['3', '2'], null), [7, false]])
})
