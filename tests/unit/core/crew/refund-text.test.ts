import { refundProblemText } from '@handsfree/core/crew'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import { expect, it } from 'vitest'
import { refused } from '../../models/samples.ts'

const decided = 'Someone else has decided this request.'

it.each([
  [{ field: 'request', reason: 'decided' }, decided],
  [{ field: 'amount', reason: 'decided' }, expect.stringMatching(/^The order no longer allows it: /)],
  [{ field: 'request', reason: 'tooLate' }, expect.stringMatching(/^The order no longer allows it: /)],
])('explains a refusal with %j', async (details, text) => {
  const intl = createFormatter('en-US', await loadMessages('en-US'))
  expect(refundProblemText(intl, refused(1008, details))).toEqual(text)
})
