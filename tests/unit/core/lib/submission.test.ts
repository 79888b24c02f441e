import { fail, ok } from '@handsfree/core'
import { type SubmissionInput, type SubmissionUpdate, submissionMachine } from '@handsfree/core/lib'
import { expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { offline, refused } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const body = { words: 'A wheel is broken.' }
const previous = { idempotencyKey: 'key-of-old', body: { ...body } }

function post(input: Partial<Pick<SubmissionInput, 'body' | 'previous'>> = {}) {
  const news: SubmissionUpdate<unknown, unknown>[] = []
  const listener = createActor(
    fromCallback<SubmissionUpdate<never, never>>(({ receive }) => receive((event) => news.push(event))),
  ).start()
  const journey = new Journey(submissionMachine, ({ newKey }) => ({
    body,
    previous: null,
    newKey,
    listener,
    ...input,
  }))
  return { journey, news }
}

it('reports the idempotency key before the answer, then the accepted value', async () => {
  const { journey, news } = post()
  const submission = { idempotencyKey: 'key-1', body }
  expect([journey.inputs('post'), news]).toEqual([[submission], [{ type: 'submission.changed', submission }]])
  await journey.answer('post', ok('there'))
  expect([journey.value, news.at(-1)]).toEqual(['accepted', { type: 'submission.accepted', value: 'there' }])
})

it('posts an unanswered body under its old key, and a changed one under a new key', () => {
  const keyOf = (input: Parameters<typeof post>[0]) => post(input).journey.snapshot.context.submission
  expect(keyOf({ previous })).toBe(previous)
  expect(keyOf({ previous, body: { words: 'A strap is torn.' } }).idempotencyKey).toBe('key-1')
})

it('keeps the key without an answer or after a server error, and drops it on a refusal', async () => {
  const outcomes = [offline, refused(1003), refused(1008)].map(async (failure) => {
    const { journey, news } = post({ previous })
    await journey.answer('post', fail(failure))
    return news.slice(1)
  })
  expect(await Promise.all(outcomes)).toEqual([
    [{ type: 'submission.unanswered', failure: offline }],
    [{ type: 'submission.unanswered', failure: refused(1003) }],
    [
      { type: 'submission.changed', submission: null },
      { type: 'submission.refused', failure: refused(1008) },
    ],
  ])
})
