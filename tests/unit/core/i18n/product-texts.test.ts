import { createFormatter, promiseValues } from '@handsfree/core/i18n'
import { expect, it } from 'vitest'
import { PriceRule } from '../../../../core/contract/site.ts'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }

/** Sentences from the specification; don't derive them from the messages. */
const told = (keys: Partial<Record<keyof typeof en, string>>) => {
  const found = Object.keys(keys).map((key) => [key, en[key as keyof typeof en]])
  expect(Object.fromEntries(found)).toEqual(keys)
}

it('has the sentences of the error catalogue', () => {
  told({
    'error.network': 'Network error, please try again later',
    'common.loadFailed': 'Load failed, click to reload',
    'freshness.stale': 'Refresh failed, as of {time}',
    'error.2002': 'Invalid verification code',
    'error.2004': 'Please wait before requesting another code',
    'authProblem.sendFailed': 'Failed to send verification code, please try again later',
    'photoProblem.unreadable': 'Failed to read image, please try again',
    'photo.retryUpload': 'Retry Upload',
    'photoProblem.unsupportedType': 'Only JPG, PNG, and WebP can be used. Remove it and choose another.',
    'photoProblem.tooLarge': 'It’s larger than {maxImageMb} MB. Remove it and choose another.',
    'cancellation.failed': 'Failed to cancel order',
    'feedback.failed': 'Failed to submit feedback, please try again later',
    'notFound.text': 'The requested URL was not found on this server',
  })
  expect(en['payment.failedDetail']).toMatch(/Check your funds, or contact your bank or card issuer\.$/)
})

it('has the sentences of the screens', () => {
  told({
    'home.title': 'Make Travel Easier',
    'notFound.goHome': 'Go back home',
    'orders.title': 'My Orders',
    'scan.allowCamera': 'Allow {brand} to access your Camera',
    'orderForm.agreeToTerms': 'Please agree to the Terms of Service',
    'orderForm.agreeAndContinue': 'Agree and Continue',
    'feedback.contentRequired': 'Please enter feedback content',
    'feedback.photosUnfinished': 'Images are uploading or failed to upload, please try again later',
    'authProblem.invalidPhone': 'Please enter a valid phone number',
    'orderForm.problem.receiverPhoneInvalid': 'Please enter a valid phone number',
    'authProblem.invalidEmail': 'Please enter a valid email address',
    'authProblem.codeRequired': 'Verification code is required',
  })
})

it('has the answers of the FAQ', () => {
  const intl = createFormatter('en-US', en)
  const values = promiseValues(intl)
  const answer = (question: 'hotelWait' | 'wait' | 'storage') =>
    intl.formatMessage({ id: `faq.${question}.answer` }, values)
  expect(answer('hotelWait')).toMatch(/^No\. Pickup at hotels needs no waiting/)
  expect(en['faq.guesthouse.answer']).toMatch(/^Use a room password/)
  expect(en['faq.texts.answer']).toMatch(/^We text your verified number at pickup and at delivery\./)
  expect(answer('wait')).toBe(
    'Yes. When you hand over or collect bags in person, the courier waits up to 30 minutes for free.',
  )
  expect(answer('storage')).toMatch(
    /^Usually not\. There are no extra storage fees, with two exceptions: orders from or to/,
  )
})

it('mentions every storage fee in the FAQ and the terms', () => {
  expect(Object.keys(PriceRule.entries).filter((field) => /storage/i.test(field))).toEqual(['storagePerDay'])
  for (const [locale, messages, perDay] of [
    ['en-US', en, /a pickup place may charge for storage by the day/],
    ['zh-CN', zh, /部分取件地按天收取寄存费/],
  ] as const) {
    const intl = createFormatter(locale, messages)
    const values = promiseValues(intl)
    for (const id of ['faq.storage.answer', 'terms.storage.text'] as const)
      expect(intl.formatMessage({ id }, values)).toMatch(perDay)
  }
})
