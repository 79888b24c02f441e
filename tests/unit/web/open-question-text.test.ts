import { initialLifecycle, openQuestionText } from '@handsfree/core/orders'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import en from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { order } from '../models/samples.ts'

const headOf = (changed: Parameters<typeof order>[0]) =>
  openQuestionText(createIntl({ locale: 'en-US', messages: en }), order(changed))

const next = en['ledger.asksNext']

it('asks about the count before a seal, and a seal before damage', () => {
  expect(headOf({ openQuestions: ['damage', 'seal', 'count'] })).toEqual({
    title: 'Check the bag count',
    detail: next,
  })
  expect(headOf({ openQuestions: ['damage', 'seal'] })).toEqual({
    title: 'Check the new seal',
    detail: next,
  })
  expect(headOf({ openQuestions: ['damage'] })).toEqual({ title: 'Check the damage report', detail: next })
})

it('announces a recount by the courier if the traveller rejected the count', () => {
  const refused = { status: 'pending_surcharge', countConsent: 'notRight' } as const
  expect(headOf(refused)).toEqual({
    title: 'We’ll count again',
    detail: 'You said the count isn’t right. Nothing is charged until you agree.',
  })
  expect(headOf({ ...refused, openQuestions: ['seal'] })?.title).toBe('Check the new seal')
})

it.each([
  ['an order without questions', {}],
  ['an unanswered surcharge', { status: 'pending_surcharge', countConsent: null }],
  ['a surcharge that the traveller agreed to', { status: 'pending_surcharge', countConsent: 'right' }],
  ['an order that has moved on', { status: 'in_transit', countConsent: 'notRight' }],
  [
    'bags that were handed over',
    { openQuestions: ['damage'], lifecycle: { ...initialLifecycle, warehouse: 'handed' } },
  ],
] as const)('returns no question for %s', (_, changed) => {
  expect(headOf({ openQuestions: [], ...changed } as Parameters<typeof order>[0])).toBe(null)
})
