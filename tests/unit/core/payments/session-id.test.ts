import { sessionIdOf } from '@handsfree/core/payments'
import { expect, it } from 'vitest'

const returned = 'https://bags.example/payment/session-status'

it('reads the session from the address that a provider returns to', () => {
  expect(
    [
      `${returned}?sessionId=cs_1-a`,
      `${returned}?t=1&sessionId=cs_1-a#end`,
      `${returned}?sessionId=%`,
      `${returned}?sessionId=`,
      returned,
      `${returned}#?sessionId=cs_1-a`,
      'https://app.example/paid?from=bank&sessionId=cs_1-a',
    ].map(sessionIdOf),
  ).toEqual(['cs_1-a', 'cs_1-a', null, null, null, null, 'cs_1-a'])
})
