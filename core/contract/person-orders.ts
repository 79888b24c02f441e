import * as v from 'valibot'
import { PersonAsked } from './account.ts'
import { postCall } from './call.ts'
import { OperatorOrder } from './operator.ts'

export const operatorListPersonOrders = postCall('/operator/persons/orders', {
  summary:
    'Orders of the account with this number and those that it receives, open or not, the newest first, 50 at most, for somebody who called; logged as 801. 2000 for a number that has none.',
  audience: 'operator',
  body: PersonAsked,
  result: v.array(OperatorOrder),
  errors: [2000],
})
