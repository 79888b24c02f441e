import { fail, ok } from '@handsfree/core'
import { customerViews } from '@handsfree/core/api'
import { orderListMachine } from '@handsfree/core/order'
import { expect, it } from 'vitest'
import { offline, order } from '../models/samples.ts'
import { Journey } from './journey.ts'

const open = () => new Journey(orderListMachine, () => ({ view: customerViews.ongoing }))
const page = (ids: string[], nextCursor: string | null) =>
  ok({ list: ids.map((orderId) => order({ orderId })), nextCursor })
const listed = ({ snapshot }: ReturnType<typeof open>) =>
  snapshot.context.orders.map(({ orderId }) => orderId)

it('reads page after page, each order once, until there is no more', async () => {
  const journey = open()
  await journey.answer('loadPage', page(['3', '2'], 'after-2'))
  journey.send({ type: 'orders.more' })
  expect(journey.inputs('loadMore')).toEqual([{ view: 201, cursor: 'after-2', atLeast: 0 }])
  // A new order has moved the pages on by one.
  await journey.answer('loadMore', page(['2', '1'], null))
  expect([listed(journey), journey.value]).toEqual([['3', '2', '1'], { shown: 'resting' }])
  journey.send({ type: 'orders.more' })
  expect(journey.value).toEqual({ shown: 'resting' })
})

it('a hint while it is first read asks again: the answer under way may be older', async () => {
  const journey = open()
  const older = journey.open('loadPage')
  journey.tell('hints', { type: 'orders.hint' })
  older.answer(page([], null))
  await journey.answer('loadPage', page(['1'], null))
  expect(listed(journey)).toEqual(['1'])
})

it('a hint while more is read begins anew, and the page under way is dropped', async () => {
  const journey = open()
  await journey.answer('loadPage', page(['2'], 'after-2'))
  journey.send({ type: 'orders.more' })
  const older = journey.open('loadMore')
  journey.tell('hints', { type: 'orders.hint' })
  expect(journey.value).toEqual({ shown: 'refreshing' })
  older.answer(page(['1'], null))
  await journey.answer('refreshPage', page(['3', '2'], 'after-2'))
  expect([listed(journey), journey.snapshot.context.nextCursor]).toEqual([['3', '2'], 'after-2'])
})

it('a hint reads as much again as is shown: the list keeps its length', async () => {
  const journey = open()
  await journey.answer('loadPage', page(['3', '2'], 'after-2'))
  journey.send({ type: 'orders.more' })
  await journey.answer('loadMore', page(['1'], null))
  journey.tell('hints', { type: 'orders.hint' })
  expect(journey.inputs('refreshPage')).toEqual([{ view: 201, cursor: null, atLeast: 3 }])
})

it('keeps what is shown when a refresh or the next page fails', async () => {
  const journey = open()
  await journey.answer('loadPage', page(['2'], 'after-2'))
  journey.send({ type: 'orders.refresh' })
  await journey.answer('refreshPage', fail(offline))
  expect([journey.value, listed(journey)]).toEqual([{ shown: 'refreshFailed' }, ['2']])
  journey.send({ type: 'orders.more' })
  await journey.answer('loadMore', fail(offline))
  expect([journey.value, journey.snapshot.context.problem]).toEqual([{ shown: 'moreFailed' }, offline])
  journey.send({ type: 'orders.retry' })
  await journey.answer('loadMore', page(['1'], null))
  expect([listed(journey), journey.snapshot.context.problem]).toEqual([['2', '1'], null])
})

it('loads again by a click, or by itself on a hint, when nothing could be read', async () => {
  const journey = open()
  await journey.answer('loadPage', fail(offline))
  expect([journey.value, journey.snapshot.context.problem]).toEqual(['failed', offline])
  journey.tell('hints', { type: 'orders.hint' })
  await journey.fail('loadPage', new Error('broken'))
  expect(journey.snapshot.context.problem?.kind).toBe('unexpected')
  journey.send({ type: 'orders.retry' })
  await journey.answer('loadPage', page([], null))
  expect(journey.value).toEqual({ shown: 'resting' })
})
