import type { Order } from '@handsfree/core/contract'
import { nextStopOf, orderStateText } from '@handsfree/core/crew'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import { expect, it } from 'vitest'
import { operatorOrder } from '../../models/samples.ts'

const { lifecycle, pickup, delivery } = operatorOrder()
const carried = { ...lifecycle, assignment: 'accepted', pickup: 'pickuped', return: 'wait' } as const

const asked = {
  state: 'wait',
  reason: 'refused',
  choice: null,
  place: null,
  canKeep: false,
} satisfies Order['returning']

it.each([
  ['Refused: waiting for a new destination', {}],
  ['Not collected: waiting for a new destination', { reason: 'notCollected' }],
  ['Canceled: waiting for a new destination', { reason: 'cancelled' }],
  ['The traveler chose what happens to the bags', { choice: 'keep' }],
] as const)('shows employees why bags wait: %s', async (words, returning) => {
  const intl = createFormatter('en-US', await loadMessages('en-US'))
  const order = operatorOrder({ lifecycle: carried, returning: { ...asked, ...returning } })
  expect(orderStateText(intl, order, 'courier-1')).toBe(words)
})

it('sends a courier to the new place before they set out', () => {
  const orderTo = (place: typeof pickup | null) =>
    operatorOrder({ lifecycle: carried, returning: { ...asked, choice: 'back', place } })
  expect(nextStopOf(orderTo(null))?.place).toEqual(delivery)
  expect(nextStopOf(orderTo(pickup))?.place).toEqual(pickup)
})
