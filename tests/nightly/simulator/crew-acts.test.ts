import { operationActions } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { type AcceptedAct, CrewActs } from '../../../simulator/crew-acts.ts'

const done = '{"code":0,"message":"success"}'
const own = { employeeId: 'courier-1', orderId: 'order-1' }
const act = (key: string, name: AcceptedAct['name'] = 'transport.start'): AcceptedAct => ({
  ...own,
  key,
  name,
  photos: 0,
  isOffline: true,
})
const started = (count: number) => [{ ...own, action: operationActions.transportInProgress, count }]

function acceptedActs(...acts: AcceptedAct[]): CrewActs {
  const crewActs = new CrewActs()
  for (const one of acts) crewActs.accept(one)
  return crewActs
}

test('accepts an act that arrived, was shown as refused, or was undone', () => {
  const acts = acceptedActs(act('a'), act('b'), act('c'))
  acts.recordAnswer('a', done)
  acts.recordAnswer('a', done)
  acts.recordAnswer('b', '{"code":5009,"message":"locked"}')
  acts.setEnd('b', 'seen')
  acts.setEnd('c', 'undone')
  expect(acts.compare(started(1))).toEqual({ acts: 3, replayed: 2, refused: 1, lost: [], twice: [] })
})

test('finds a lost act, also if a server has answered it', () => {
  expect(acceptedActs(act('a')).compare([]).lost).toHaveLength(1)
  const answered = acceptedActs(act('a'))
  answered.recordAnswer('a', done)
  expect(answered.compare([]).lost).toHaveLength(1)
})

test('finds an act that is in the log twice, or although it was refused', () => {
  const acts = acceptedActs(act('a'))
  acts.recordAnswer('a', done)
  expect(acts.compare(started(2)).twice).toHaveLength(1)
  acts.setEnd('a', 'seen')
  expect(acts.compare(started(1)).twice).toHaveLength(1)
})

test('tolerates a call without an answer, whether or not it was done', () => {
  const acts = acceptedActs()
  acts.addCall({ ...own, name: 'transport.start', isAnswered: false })
  expect([acts.compare([]), acts.compare(started(1))]).toMatchObject([
    { lost: [], twice: [] },
    { lost: [], twice: [] },
  ])
  expect(acts.compare(started(2)).twice).toHaveLength(1)
})

test('finds an act that overtakes an earlier one on its order', () => {
  const acts = acceptedActs(act('a', 'order.pickUp'), act('b'))
  acts.recordAnswer('b', done)
  acts.recordAnswer('a', done)
  expect(acts.overtaken).toHaveLength(1)
})
