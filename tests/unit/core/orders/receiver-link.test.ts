import { fail, ok } from '@handsfree/core'
import { selectReadingStage } from '@handsfree/core/lib'
import { createReceiverLink, receiverLinkMachine, selectReceiverLinkReading } from '@handsfree/core/orders'
import { expect, it, vi } from 'vitest'
import { offline } from '../../models/samples.ts'
import { appOn, FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'
import { Journey } from '../journey.ts'

const link = {
  path: '/trip/abcdefghijklmnopqrstuv',
  showsClaimCode: false,
  createTime: '2026-11-21T02:00:00Z',
  endTime: null,
}
const call = 'GET /orders/o/receiver-link'

it('shows the link as it was made, whatever an older reading says', async () => {
  const journey = new Journey(receiverLinkMachine, () => undefined)
  journey.do(
    { type: 'reading.done', value: { link: null } },
    { type: 'link.make', showsClaimCode: false },
    { type: 'reading.done', value: { link: null } },
    { type: 'reading.gone' },
  )
  await journey.answer('makeLink', ok({ link }))
  expect([journey.snapshot.value, journey.snapshot.context.link]).toEqual(['made', link])
})

it('shows a link whose revoking failed as a reading finds it, without the failure', async () => {
  const journey = new Journey(receiverLinkMachine, () => undefined)
  journey.do({ type: 'reading.done', value: { link } }, { type: 'link.revoke' })
  await journey.answer('revokeLink', fail(offline))
  expect([journey.snapshot.value, journey.snapshot.context.problem?.kind]).toEqual(['made', 'network'])
  journey.send({ type: 'reading.done', value: { link: null } })
  expect([journey.snapshot.value, journey.snapshot.context]).toEqual([
    'none',
    { link: null, showsClaimCode: false, problem: null },
  ])
})

it('reads the link once the device is online again, on return and after it was made', async () => {
  const server = new FakeServer()
  const platform = new FakePlatform(server)
  server.routes[call] = () => new Refusal(1003)
  const actor = createReceiverLink(appOn(platform), 'o')
  actor.start()
  const stage = () =>
    selectReadingStage(selectReceiverLinkReading(actor.getSnapshot())?.getSnapshot() as never)
  await vi.waitFor(() => expect([actor.getSnapshot().value, stage()]).toEqual(['unread', 'failed']))
  let reads = 0
  server.routes[call] = () => {
    reads += 1
    return { link: null }
  }
  platform.goOnline(true)
  await vi.waitFor(() => expect([actor.getSnapshot().value, stage()]).toEqual(['none', 'fresh']))
  server.routes['POST /orders/o/receiver-link'] = () => ({ link })
  server.routes[call] = () => {
    reads += 1
    return { link }
  }
  actor.send({ type: 'link.make', showsClaimCode: false })
  await vi.waitFor(() => expect([actor.getSnapshot().value, stage(), reads]).toEqual(['made', 'fresh', 2]))
  server.routes[call] = () => new Refusal(1003)
  platform.comeBack()
  await vi.waitFor(() => expect([actor.getSnapshot().value, stage()]).toEqual(['made', 'stale']))
  actor.stop()
})
