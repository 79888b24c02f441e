import { createClaim, operatorHand } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { newKey } from '../harness.ts'
import { runTool } from '../run-tool.ts'
import { carryToDelivery, newTraveller, operate, runDue } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer({}, { listens: true })

const run = (...args: string[]) => runTool(server, 'claims', ...args, '--as', 'operator')

test('starts claims, offers, shows and lists them by hand, and says what is missing or not possible', async () => {
  expect((await run()).out).toBe('No claims.')
  const ada = await newTraveller(server)
  const order = await ada.paidOrder()
  server.clock.set('2026-11-22T06:00:00.000Z')
  await carryToDelivery(server, order)
  await operate(server, operatorHand, order.orderId, { claimCode: order.claimCode })
  const made = await server.call(createClaim, {
    params: { orderId: order.orderId },
    body: { kind: 'damaged', words: 'A wheel is broken', photos: [ada.photo], amount: 5_000 },
    token: ada.token,
    idempotencyKey: newKey(),
  })
  const { claimId } = made.result
  expect((await run()).out).toMatch(
    new RegExp(
      `^${claimId}  ${order.orderNumber}  damaged, received · due 2026-11-23 14:00 Hangzhou · asks 50.00 CNY of`,
    ),
  )
  expect((await run('start', claimId)).out).toContain('damaged, started')
  expect(await run('start', claimId)).toMatchObject({ code: 1, out: '' })
  expect((await run('offer', claimId, '20.00')).errors).toContain(
    "required option '--reason <text>' not specified",
  )
  expect((await run('offer', claimId, 'much', '--reason', 'a new wheel')).errors).toContain(
    'much is no amount.',
  )
  expect((await run('start')).errors).toContain("missing required argument 'claim'")
  expect((await run('away')).errors).toContain("too many arguments for 'claims'")
  expect((await run('offer', claimId, '20.00', '--reason', 'a new wheel')).out).toContain('offered 20.00 CNY')
  const shown = (await run('show', claimId)).out
  expect(shown).toContain('  “A wheel is broken”\n')
  expect(shown).toContain('  offered: a new wheel')
  const [, picture = ''] = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/api\/files\/\S+)$/m.exec(shown) ?? []
  const answer = await fetch(picture)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  await runDue(server, 1_000)
  expect((await run('all')).out).toContain('the traveller’s turn')
  expect((await run('show', 'unknown')).code).toBe(1)
})
