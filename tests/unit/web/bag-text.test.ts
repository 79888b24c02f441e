import { sealsText } from '@handsfree/core/i18n'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import en from '../../../core/i18n/messages/en-US.json' with { type: 'json' }

const wordsIn = (locale: string, seal: string) =>
  sealsText(createIntl({ locale, messages: { ...en, 'order.seals': seal } }), ['4471', '4472', '4473'])

it('lists seals as each language does', () => {
  expect(wordsIn('en-US', 'seals {seals}')).toBe('seals 4471, 4472, and 4473')
  expect(wordsIn('zh-CN', '封条 {seals}')).toBe('封条 4471、4472、4473')
})
