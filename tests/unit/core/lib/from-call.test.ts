import { fail, ok } from '@handsfree/core'
import { fromCall, toFailure } from '@handsfree/core/lib'
import { expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { offline } from '../../models/samples.ts'

const outcomeOf = (ask: Parameters<typeof fromCall<string>>[0]) =>
  toPromise(createActor(fromCall(ask)).start()).catch(toFailure)

it('resolves with the value of a call and rejects with its failure', async () => {
  expect(await outcomeOf(async () => ok('value'))).toBe('value')
  expect(await outcomeOf(async () => fail(offline))).toEqual(offline)
})

it('rejects with an unexpected failure and its cause on a defect', async () => {
  const cause = new Error('bug')
  expect(await outcomeOf(() => Promise.reject(cause))).toEqual({ kind: 'unexpected', cause })
})
