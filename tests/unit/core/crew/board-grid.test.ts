import {
  boardCellText,
  clockOfSlot,
  hoursOf,
  isStopLate,
  slotsOfHour,
  toBoardGrid,
} from '@handsfree/core/crew'
import { createFormatter } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { expect, test } from 'vitest'
import messages from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { boardCourier, boardOrder } from '../../models/samples.ts'

const intl = createFormatter('en-US', messages)
const day = '2026-11-24'
const stopAt = (clock: string, date = day) => ({
  siteId: `site-${clock}`,
  name: 'Hotel',
  time: `${date}T${clock}:00+08:00`,
  dueTime: `${date}T${clock}:00+08:00`,
  isDone: false,
})
const chen = boardCourier({ employeeId: 'chen' })
const order = (
  orderId: string,
  pickup: ReturnType<typeof stopAt>,
  delivery: ReturnType<typeof stopAt>,
  pieces = 2,
) => boardOrder({ orderId, courierId: 'chen', pickup, delivery, pieces })
const now = Date.parse(`${day}T12:00:00+08:00`)
const gridOf = (...assigned: ReturnType<typeof order>[]) =>
  toBoardGrid({ couriers: [chen], assigned }, { day, now })
const cellsOf = (...assigned: ReturnType<typeof order>[]) =>
  gridOf(...assigned).flatMap(({ cells }) =>
    [...cells.values()].map((cell) => [clockOfSlot(cell.slot), boardCellText(intl, cell)]),
  )

test('puts pickups and deliveries into the half-hours of the day, in the order’s time zone', () => {
  const first = order('first', stopAt('14:20'), stopAt('17:30'))
  const second = order('second', stopAt('14:00'), stopAt('09:00', '2026-11-25'), 3)
  expect(cellsOf(first, second)).toEqual([
    ['14:00', 'pick up 5 bags'],
    ['17:30', 'deliver 2 bags'],
  ])
  const elsewhere = { ...first, timeZone: 'Asia/Tokyo' }
  expect(cellsOf(elsewhere).map(([clock]) => clock)).toEqual(['15:00', '18:30'])
})

test('marks a half-hour as late while its promise has passed, and not once it is done', () => {
  const late = stopAt('11:30')
  expect([isStopLate(late, now), isStopLate({ ...late, isDone: true }, now)]).toEqual([true, false])
  expect(cellsOf(order('late', late, stopAt('17:00')))[0]).toEqual(['11:30', 'pick up 2 bags · late'])
})

test('marks a half-hour in which the bags don’t fit in the car', () => {
  const big = order('big', stopAt('13:00'), stopAt('17:00'), policy.carPieces)
  const more = order('more', stopAt('14:00'), stopAt('16:00'), 1)
  expect(
    cellsOf(big, more)
      .filter(([, text]) => text?.includes('too many'))
      .map(([clock]) => clock),
  ).toEqual(['14:00'])
})

test('shows the hours of deliveries, and earlier and later ones with a visit', () => {
  const range = (hours: number[]) => [hours[0], hours.at(-1)]
  expect(range(hoursOf(gridOf()))).toEqual([7, 21])
  expect(range(hoursOf(gridOf(order('early', stopAt('05:10'), stopAt('23:40')))))).toEqual([5, 23])
  expect(slotsOfHour(5).map(clockOfSlot)).toEqual(['05:00', '05:30'])
})
