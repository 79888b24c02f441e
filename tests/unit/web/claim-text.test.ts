import { expect, test } from 'vitest'
import { claimDeadlineText, claimHistoryText } from '../../../core/i18n/index.ts'
import { claim } from '../models/claims.model.ts'
import { chinese, english } from './app/platform/languages.ts'

const now = Date.parse('2026-11-24T03:00:00Z')
const cny = (amount: number) => ({ amount, currency: 'CNY' as const })

test('shows the amount paid of an accepted claim only once some is paid', () => {
  const accepted = { stage: 'accepted' as const, dueTime: '2026-11-27T03:00:00Z' }
  const words = (paid: number) => claimDeadlineText(chinese, claim({ ...accepted, paid: cny(paid) }), now)
  expect(words(0)).toMatch(/^¥400\.00 将在 .+ 前付给您。$/)
  expect(words(52_00)).toMatch(/^赔款共 ¥400\.00，已付 ¥52\.00，其余将在 .+ 前付给您。$/)
})

test('describes an offer of 0 in the history as no payment', () => {
  const words = (amount: number) =>
    claimHistoryText(english, { type: 'offered', time: '', words: '', amount }, claim())
  expect([words(0), words(150_00)]).toEqual(['We offered no payment', 'We offered ¥150.00'])
})
