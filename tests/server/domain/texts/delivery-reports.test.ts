import {
  getCodeDelivery,
  operatorListJobs,
  operatorListMessages,
  operatorRetryJob,
  sendVerificationCode,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { expect, test } from 'vitest'
import { findStuckJobs } from '../../../../server/flows/job-ages.ts'
import { sendDueTextMessages } from '../../../../server/flows/send-text-messages.ts'
import { newIp, newPhone, testReportKey } from '../../harness.ts'
import { carryToDelivery, newTraveller, operatorToken } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

let lastId = 0

/** Runs `work` with a gateway that returns ids. Returns them. */
async function withIds(work: () => Promise<unknown>): Promise<string[]> {
  const { sms } = server.services
  const { sendText, sendVerificationCode: sendCode } = sms
  const ids: string[] = []
  const nextId = async () => {
    ids.push(`m-${++lastId}`)
    return ids.at(-1)!
  }
  Object.assign(sms, { sendText: nextId, sendVerificationCode: nextId })
  await work()
  Object.assign(sms, { sendText, sendVerificationCode: sendCode })
  return ids
}

async function report(id: string, state: 'delivered' | 'undelivered', key = testReportKey) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/text-messages/reports/${key}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify([{ id, state, reason: 'absent' }]),
  })
  return [reply.statusCode, reply.json().code]
}

/** An order whose first text the gateway has accepted, with the message's id. */
async function textedOrder() {
  const traveller = await newTraveller(server)
  const { orderId, ...order } = await traveller.paidOrder({ pieces: 1 })
  await carryToDelivery(server, { orderId, ...order })
  const [id = ''] = await withIds(() => sendDueTextMessages(server.services))
  return { orderId, id }
}

const stateOf = async (orderId: string) => {
  const { result } = await server.call(operatorListMessages, { params: { orderId }, token: operatorToken })
  return result.flatMap((message) =>
    message.channel === 'text' && message.kind === 'pickedUp' && message.to === 'traveller'
      ? [message.state]
      : [],
  )
}

test('shows a delivery, and an undelivered text as a job that an operator may retry', async () => {
  const { orderId, id } = await textedOrder()
  expect(await stateOf(orderId)).toEqual(['sent'])
  expect(await report(id, 'undelivered')).toEqual([200, 0])
  expect(await stateOf(orderId)).toEqual(['undelivered'])
  const jobs = await server.call(operatorListJobs, { query: { state: 'givenUp' }, token: operatorToken })
  const jobId = `text-${orderId}-pickedUp`
  expect(jobs.result.list).toContainEqual(
    expect.objectContaining({
      jobId,
      stage: 'undelivered',
      lastError: 'the network didn’t deliver it: absent',
    }),
  )
  const stuck = await findStuckJobs(server.services.db, server.services.now())
  expect(stuck.filter((job) => job.jobId === jobId)).toEqual([])

  expect((await server.call(operatorRetryJob, { params: { jobId }, token: operatorToken })).code).toBe(0)
  const [again = ''] = await withIds(() => sendDueTextMessages(server.services))
  // A late report about the first try changes nothing.
  await report(id, 'undelivered')
  expect(await stateOf(orderId)).toEqual(['sent'])
  await report(again, 'delivered')
  await report(again, 'delivered')
  expect(await stateOf(orderId)).toEqual(['delivered'])
})

test('refuses a forged report, and accepts one of another system', async () => {
  const { orderId, id } = await textedOrder()
  expect(await report(id, 'undelivered', 'secret-of-somebody-else')).toEqual([403, 1001])
  expect(await stateOf(orderId)).toEqual(['sent'])
  expect(await report('unknown', 'undelivered')).toEqual([200, 0])
})

test('says only to the requesting device, and only while its code is valid, that it wasn’t delivered', async () => {
  const body = { dialCode: '86', phoneNumber: newPhone() }
  const ask = async () => (await server.call(sendVerificationCode, { body, ip: newIp() })).result.requestId
  const isUndelivered = async (requestId: string) =>
    (await server.call(getCodeDelivery, { params: { requestId } })).result.isUndelivered
  let own = ''
  const [id = ''] = await withIds(async () => {
    own = await ask()
  })
  const joined = await ask()
  await report(id, 'delivered')
  expect(await isUndelivered(own)).toBe(false)
  await report(id, 'undelivered')
  expect([await isUndelivered(own), await isUndelivered(joined), await isUndelivered('none')]).toEqual([
    true,
    false,
    false,
  ])
  server.clock.advance(policy.codeValidSeconds * 1_000)
  expect(await isUndelivered(own)).toBe(false)
})
