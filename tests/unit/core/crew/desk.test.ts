import { shelvesOf, toDesk } from '@handsfree/core/crew'
import { expect, it } from 'vitest'
import { operatorOrder } from '../../models/samples.ts'

const base = operatorOrder({ courierId: 'courier-1' })
const here = 'hotel-1'
const place = (siteId: string | null) => ({ ...base.delivery, siteId })
const bag = (shelf: string | null) => ({
  tagCode: 'HF1001',
  sealNumber: 'S1001',
  photos: [],
  isHanded: false,
  shelf,
})

type Changes = Parameters<typeof operatorOrder>[0] & { states?: Partial<typeof base.lifecycle> }
const order = (orderId: string, { states = {}, ...changes }: Changes) =>
  operatorOrder({ orderId, ...changes, lifecycle: { ...base.lifecycle, ...states } })

const desk = (...orders: (typeof base)[]) =>
  Object.fromEntries(
    Object.entries(toDesk(orders, here)).flatMap(([part, own]) =>
      own.length > 0 ? [[part, own.map(({ orderId }) => orderId)]] : [],
    ),
  )

it('parts orders by what the desk does next', () => {
  const from = { pickup: place(here), delivery: place('station-1') }
  const to = { pickup: place('station-1'), delivery: place(here) }
  const pickedUp = { pickup: 'pickuped' } as const
  const stored = { ...pickedUp, transport: 'completed', warehouse: 'completed' } as const
  expect(
    desk(
      order('from-desk', { ...from, access: 'frontDesk' }),
      order('from-room', { ...from, access: 'roomPassword' }),
      order('not-picked-up', to),
      order('gone', { ...from, states: pickedUp }),
      order('coming', { ...to, states: pickedUp }),
      order('here', { ...to, states: stored }),
      order('handed', { ...to, states: { ...stored, warehouse: 'handed' } }),
    ),
  ).toEqual({
    pickups: ['from-desk'],
    rooms: ['from-room'],
    arriving: ['not-picked-up', 'coming'],
    stored: ['here'],
    left: ['gone', 'handed'],
  })
})

it('follows returned bags', () => {
  const returning = { ...base.returning, place: place(here) } as NonNullable<typeof base.returning>
  const states = { pickup: 'pickuped', return: 'inProgress' } as const
  const back = order('back', { pickup: place(here), delivery: place('station-1'), returning, states })
  const away = order('away', {
    pickup: place('station-1'),
    delivery: place(here),
    returning: { ...returning, place: place('station-1') },
    states,
  })
  expect(desk(back, away)).toEqual({ arriving: ['back'], left: ['away'] })
})

it('lists stored bags by shelf, in the order of numbers', () => {
  const states = { pickup: 'pickuped', transport: 'completed', warehouse: 'completed' } as const
  const onShelf = (orderId: string, shelf: string | null) =>
    order(orderId, { pickup: place('station-1'), delivery: place(here), bags: [bag(shelf)], states })
  const orders = [onShelf('ten', 'A10'), onShelf('two', 'A2'), onShelf('none', null)]
  expect(desk(...orders)).toEqual({ stored: ['none', 'two', 'ten'] })
  expect(orders.map(shelvesOf)).toEqual([['A10'], ['A2'], []])
})

it('shows no shelf of bags that are going back', () => {
  const states = { warehouse: 'completed', return: 'inProgress' } as const
  expect(shelvesOf(order('back', { bags: [bag('A1')], states }))).toEqual([])
})
