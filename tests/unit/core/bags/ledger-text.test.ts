import { questionDetailText } from '@handsfree/core/bags'
import type { LedgerEntry, LedgerQuestion } from '@handsfree/core/contract'
import { expect, it } from 'vitest'
import { english } from '../../web/app/platform/languages.ts'

const entry: LedgerEntry = {
  stage: 'retag',
  role: 'operator',
  time: '2026-11-24T02:10:00Z',
  sealNumber: '4480',
  photos: [],
  damage: '',
}

const detail = (kind: LedgerQuestion['kind'], photos: string[]) =>
  questionDetailText(english, {
    questionId: '1',
    kind,
    state: 'asked',
    bag: 0,
    before: null,
    after: { ...entry, photos },
    agreedPieces: null,
    pieces: null,
    askTime: entry.time,
    answerTime: null,
    claimId: null,
  })

it('asks to check the bag itself if no photo shows its seal or damage', () => {
  expect([detail('seal', []), detail('damage', [])]).toEqual(
    Array(2).fill(expect.stringMatching(/^No photo shows it, so check the bag itself first\. /)),
  )
  expect([detail('seal', ['/files/1']), detail('count', [])]).toEqual(
    Array(2).fill('“That’s not right” opens a claim. If you don’t answer, that doesn’t count as agreeing.'),
  )
})
