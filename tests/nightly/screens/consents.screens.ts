import { policy } from '@handsfree/core/policy'
import { consentsModel } from '../../unit/models/consents.model.ts'
import { deletionTerms } from '../../unit/models/my-account.ts'
import { type HeldScreens, say } from './held-screens.ts'

const agree = say('consents.agree', { privacyVersion: policy.privacyVersion })

/** The consents on the account's page. */
export const consentsScreens: HeldScreens = {
  model: consentsModel,
  pages: { opened: '/person/account' },
  calls: {
    reading: 'GET /account/consents',
    agree: 'POST /account/consents',
    withdrawPush: 'POST /account/consents/withdraw',
  },
  answers: {
    'GET /account/passkeys': [],
    'GET /account/devices': [],
    'GET /account/deletion': deletionTerms,
  },
  can: ({ snapshot }, { type }) =>
    type !== 'reading.changed' &&
    type !== 'reading.gone' &&
    (type !== 'reading.done' || snapshot.matches('idle')),
  appearance: ({ snapshot: { value, context } }) => [value, context.consents === null],
  acts: {
    'privacy.agree': ({ tap }) => tap(agree),
    'push.withdraw': ({ tap }) => tap(say('consents.withdrawPush')),
  },
  states: {
    idle: ({ expectVisible, text }, { snapshot: { context } }) =>
      expectVisible(text(say(context.consents === null ? 'consents.loading' : 'consents.privacyDetail'))),
    agreeing: ({ expectBusy }) => expectBusy(agree),
    withdrawingPush: ({ expectBusy }) => expectBusy(say('consents.withdrawPush')),
  },
}
