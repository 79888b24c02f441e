import { fail, ok } from '@handsfree/core'
import { consentsMachine, selectPrivacyConsent, selectPushConsent } from '@handsfree/core/account'
import type { Consent } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

const consentTo = (kind: Consent['kind'], changes: Partial<Consent> = {}): Consent => ({
  kind,
  isGiven: true,
  version: policy.privacyVersion,
  locale: 'en-US',
  time: '2026-11-21T02:00:00Z',
  ...changes,
})
const current = consentTo('privacy')
const outdated = consentTo('privacy', { version: '2020-01-01' })
const push = consentTo('push')
const withdrawn = consentTo('push', { isGiven: false })

export const consentsModel = defineModel<typeof consentsMachine>({
  machine: consentsMachine,
  starts: { opened: () => undefined },
  samples: {
    'reading.done': {
      none: { value: [] },
      'an outdated one, and push': { value: [push, outdated] },
      'the current one': { value: [current] },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'privacy.agree': { '': {} },
    'push.withdraw': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    agree: { given: ok([current, push, outdated]), offline: fail(offline) },
    withdrawPush: { withdrawn: ok([withdrawn, push, outdated]), offline: fail(offline) },
  },
  facts: (snapshot) => ({
    isRead: snapshot.context.consents !== null,
    isCurrent: selectPrivacyConsent(snapshot)?.version === policy.privacyVersion,
    push: selectPushConsent(snapshot)?.isGiven ?? null,
    problem: snapshot.context.problem?.kind ?? null,
  }),
  laws: {
    'a request starts without the previous one’s failure': ({ snapshot }) =>
      !snapshot.hasTag('busy') || snapshot.context.problem === null,
  },
  simple: { steps: 8, paths: 40 },
})
