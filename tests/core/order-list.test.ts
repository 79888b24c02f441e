import { fail, ok } from '@handsfree/core'
import { customerViews } from '@handsfree/core/api'
import { orderListMachine } from '@handsfree/core/order'
import { expect, it } from 'vitest'
import { offline, order } from '../models/samples.ts'
import { Journey } from './journey.ts'

const open = () => new Journey(orderListMachine, () => ({ view: customerViews.ongoing }))
type ListJourney = ReturnType<typeof open>

const page = (ids: string[], nextCursor: string | null) => ({
  list: ids.map((orderId) => order({ orderId })),
  nextCursor,
})
const listed = ({ snapshot }: ListJourney) => snapshot.context.orders.map(({ orderId }) => orderId)
const read = (journey: ListJourney, value: ReturnType<typeof page>) =>
  journey.tell('reading', { type: 'reading.done', value })
const reads = (journey: ListJourney) => journey.tell('reading', { type: 'reading.changed', isReading: true })
const asked = (journey: ListJourney) => journey.open('reading').received

it('reads page after page, each order once, until there is no more', async () => {
  const journey = open()
  read(journey, page(['3', '2'], 'after-2'))
  journey.send({ type: 'orders.more' })
  expect(journey.inputs('loadMore')).toEqual([{ view: 201, cursor: 'after-2', atLeast: 0 }])
  // A new order has moved the pages on by one.
  await journey.answer('loadMore', ok(page(['2', '1'], null)))
  expect([listed(journey), journey.value]).toEqual([['3', '2', '1'], 'resting'])
  journey.send({ type: 'orders.more' })
  expect(journey.value).toBe('resting')
})

it('tells the reading how much is shown: the list keeps its length when it is read again', async () => {
  const journey = open()
  read(journey, page(['3', '2'], 'after-2'))
  journey.send({ type: 'orders.more' })
  await journey.answer('loadMore', ok(page(['1'], null)))
  expect(asked(journey)).toEqual([{ type: 'reading.extend', value: page(['3', '2', '1'], null) }])
})

it('reads no more while the list is read again, and drops the page under way', async () => {
  const journey = open()
  read(journey, page(['2'], 'after-2'))
  journey.send({ type: 'orders.more' })
  const older = journey.open('loadMore')
  reads(journey)
  journey.send({ type: 'orders.more' })
  expect([journey.value, older.isOpen]).toEqual(['reading', false])
  older.answer(ok(page(['1'], null)))
  read(journey, page(['3', '2'], 'after-2'))
  expect([listed(journey), journey.snapshot.context.nextCursor]).toEqual([['3', '2'], 'after-2'])
})

it('keeps what is shown when it could not be read again, or the next page fails', async () => {
  const journey = open()
  read(journey, page(['2'], 'after-2'))
  journey.send({ type: 'orders.refresh' })
  expect(asked(journey)).toEqual([{ type: 'reading.hint' }])
  reads(journey)
  journey.tell('reading', { type: 'reading.changed', isReading: false })
  expect([journey.value, listed(journey)]).toEqual(['resting', ['2']])
  journey.send({ type: 'orders.more' })
  await journey.answer('loadMore', fail(offline))
  expect([journey.value, journey.snapshot.context.problem]).toEqual(['moreFailed', offline])
  journey.send({ type: 'orders.retry' })
  await journey.answer('loadMore', ok(page(['1'], null)))
  expect([listed(journey), journey.snapshot.context.problem]).toEqual([['2', '1'], null])
})

it('reads again by a click when nothing could be read', () => {
  const journey = open()
  reads(journey)
  journey.tell('reading', { type: 'reading.changed', isReading: false })
  journey.send({ type: 'orders.retry' })
  expect(asked(journey)).toEqual([{ type: 'reading.retry' }])
})
