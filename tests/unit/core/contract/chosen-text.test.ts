import {
  ChangeStage,
  ComplaintStage,
  changeRefusals,
  claimActions,
  claimEventTypes,
  claimStages,
  FormerFacts,
  OrderClaims,
  ReturnReason,
} from '@handsfree/core/contract'
import { describe, expect, it } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { kinds, partsOf } from '../lib/readings.ts'

type Key = keyof typeof en

/** Messages that select words by a fact: the fact's values, and those that `other` covers. */
const chosen: [key: Key, argument: string, values: readonly string[], others: readonly string[]][] = [
  ['claim.askDetail', 'action', claimActions, ['complain']],
  ['claim.clock', 'stage', claimStages, ['closed']],
  ['claim.complaintClock', 'stage', ComplaintStage.options, ['none', 'answered']],
  ['claim.event', 'type', claimEventTypes, ['answered']],
  ['claim.none', 'why', OrderClaims.entries.mayClaim.options, ['yes']],
  ['claim.stage', 'stage', claimStages, ['receivedLate', 'askedAgainLate', 'acceptedLate']],
  // Travellers get no notification of their own actions.
  [
    'notification.type.claimUpdated',
    'change',
    claimEventTypes,
    ['received', 'accepted', 'declined', 'askedAgain', 'complained'],
  ],
  ['orderChange.reason', 'reason', changeRefusals, ['nothingChanged']],
  [
    'orderChange.waits',
    'stage',
    ChangeStage.options,
    ['asked', 'waitDecision', 'applied', 'rejected', 'expired', 'withdrawn', 'superseded'],
  ],
  ['orderReturn.reason', 'reason', ReturnReason.options, ['notCollected']],
  ['returnNext.asked', 'reason', ReturnReason.options, ['notCollected']],
  ['trace.before', 'what', Object.keys(FormerFacts.entries), ['pieces']],
  ['trace.claim', 'stage', claimStages, ['closed']],
]

describe.each([
  ['en-US', en],
  ['zh-CN', zh],
] as const)('%s', (locale, messages) => {
  it.each(chosen)(
    'has a case in %s for each value of %s, except those that “other” covers',
    (key, argument, values, others) => {
      const select = partsOf(messages[key], locale).find(
        ({ type, value }) => type === kinds.select && value === argument,
      )
      const named = Object.keys(select?.options ?? {})
      expect(values.filter((value) => !named.includes(value))).toEqual(others)
    },
  )
})
