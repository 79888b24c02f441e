import * as v from 'valibot'
import { PersonAsked } from './account.ts'
import { postCall } from './call.ts'
import { OperatorOrder } from './operator.ts'

export const operatorListPersonOrders = postCall('/operator/persons/orders', {
  summary:
    'Returns up to 50 orders that the person with this phone number placed or receives, newest first, open or not. Includes accounts whose number isn’t verified. Use it when a person calls. Logged as 801. Fails with 2000 if there are none.',
  audience: 'operator',
  body: v.omit(PersonAsked, ['email']),
  result: v.array(OperatorOrder),
  errors: [2000],
})
