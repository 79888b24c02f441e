import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClaim, operatorHand, requestInvoice, sendFeedback } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { newKey } from '../../server/harness.ts'
import { runTool } from '../../server/run-tool.ts'
import {
  carryToDelivery,
  newTraveller,
  operate,
  pickupTime,
  runDue,
  storeAtDelivery,
} from '../../server/trip.ts'
import { useServer } from '../../server/use-server.ts'

const server = useServer({}, { listens: true })

const run = (player: string, ...args: string[]) => runTool(server, ...args, '--as', player)

test('starts claims, offers, shows and lists them by commands, and explains missing or impossible input', async () => {
  expect((await run('operator', 'claims')).out).toBe('No claims.')
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
  expect((await run('operator', 'claims')).out).toMatch(
    new RegExp(
      `^${claimId}  ${order.orderNumber}  damaged, received · due 2026-11-23 14:00 Hangzhou · asks 50.00 CNY of`,
    ),
  )
  expect((await run('operator', 'claims', 'start', claimId)).out).toContain('damaged, started')
  expect(await run('operator', 'claims', 'start', claimId)).toMatchObject({ code: 1, out: '' })
  expect((await run('operator', 'claims', 'offer', claimId, '20.00')).errors).toContain(
    "required option '--reason <text>' not specified",
  )
  expect(
    (await run('operator', 'claims', 'offer', claimId, 'much', '--reason', 'a new wheel')).errors,
  ).toContain('Invalid amount much. Use a number such as 150 or 150.00.')
  expect((await run('operator', 'claims', 'start')).errors).toContain("missing required argument 'claim'")
  expect((await run('operator', 'claims', 'away')).errors).toContain("too many arguments for 'claims'")
  expect(
    (await run('operator', 'claims', 'offer', claimId, '20.00', '--reason', 'a new wheel')).out,
  ).toContain('offered 20.00 CNY')
  const shown = (await run('operator', 'claims', 'show', claimId)).out
  expect(shown).toContain('  “A wheel is broken”\n')
  expect(shown).toContain('  offered: a new wheel')
  const [, picture = ''] = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/api\/files\/\S+)$/m.exec(shown) ?? []
  const answer = await fetch(picture)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  await runDue(server, 1_000)
  expect((await run('operator', 'claims', 'all')).out).toContain('the traveller’s turn')
  expect((await run('operator', 'claims', 'show', 'unknown')).code).toBe(1)
})

test('lists travellers’ feedback, newest first, with working pictures', async () => {
  expect(await run('operator', 'feedback')).toEqual({ code: 0, out: 'No feedback.', errors: '' })
  server.clock.set('2026-11-21T02:00:00.000Z')
  const ada = await newTraveller(server)
  const send = (type: 0 | 1, text: string, images: string[]) =>
    server.call(sendFeedback, {
      token: ada.token,
      idempotencyKey: newKey(),
      body: { type, content: JSON.stringify({ text, images }) },
    })
  await send(0, 'The desk was kind.\nThank you.', [ada.photo])
  server.clock.set('2026-11-22T06:00:00.000Z')
  await send(1, 'The page was quick.', [])
  const lines = (await run('operator', 'feedback')).out.split('\n')
  expect(lines).toEqual([
    `2026-11-22 06:00 UTC · about Handsfree · traveller ${ada.uin}`,
    '  The page was quick.',
    `2026-11-21 02:00 UTC · about the hotel · traveller ${ada.uin}`,
    '  The desk was kind.',
    '  Thank you.',
    expect.stringMatching(/^ {2}http:\/\/127\.0\.0\.1:\d+\/api\/files\//),
  ])
  const answer = await fetch(lines.at(-1)?.trim() ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('moves uncollected bags to another site by commands, where its desk sees them', async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  const ada = await newTraveller(server)
  const order = await ada.paidOrder()
  server.clock.set(pickupTime)
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  const { orderId } = order
  expect((await run('operator', 'return-to', orderId, 'back')).errors).toContain('no return has begun')
  expect((await run('courier:0731', 'return', orderId, 'refused')).out).toMatch(/return +refused · wait\n/)
  expect((await run('operator', 'return-to', orderId, 'place')).errors).toContain('Missing --region.')
  const chosen = await run('operator', 'return-to', orderId, 'place', '--site', 'pudong-airport-t2')
  expect(chosen.out).toMatch(/return +refused · wait · address · /)
  const desk = 'site:pudong-airport-t2'
  expect((await run(desk, 'list')).out).not.toContain(order.orderNumber)
  expect((await run('courier:0731', 'return', orderId, 'start')).out).toMatch(/return +refused · inProgress/)
  expect((await run(desk, 'list')).out).toContain(order.orderNumber)
  expect((await run('courier:0731', 'return', orderId, 'complete')).out).toMatch(
    /return +refused · completed/,
  )
  expect((await run(desk, 'hand', orderId, '--code', order.claimCode ?? '')).code).toBe(0)
})

test('shows, declines and attaches an invoice by commands, and explains missing or impossible input', async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  const ada = await newTraveller(server)
  const { orderId } = await ada.paidOrder()
  const invoice = (...args: string[]) => run('operator', 'invoice', ...args)
  expect((await invoice('show', orderId)).errors).toContain('This order has no invoice request.')
  const ask = async () => {
    const body = { buyer: 'person', name: 'Ada Lovelace', email: 'ada@example.com' }
    const asked = await server.call(requestInvoice, { params: { orderId }, body, token: ada.token })
    expect(asked.code).toBe(0)
  }
  await ask()
  expect((await invoice('show', orderId)).out).toContain('Ada Lovelace')
  expect((await invoice('decline', orderId, 'details')).errors).toContain('Missing --reason.')
  expect((await invoice('decline', orderId, 'why', '--reason', 'Wrong')).errors).toContain(
    'Unknown reason: why. Use details, refunded, other.',
  )
  expect((await invoice('decline', orderId, 'details', '--reason', 'Full name')).out).toContain('declined')
  await ask()
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-invoice-'))
  const [file, picture] = [join(folder, 'invoice.pdf'), join(folder, 'invoice.png')]
  writeFileSync(file, '%PDF-1.7')
  writeFileSync(picture, 'PNG')
  expect((await invoice('attach', orderId, join(folder, 'none.pdf'))).errors).toContain('Cannot read')
  expect(await invoice('attach', orderId, picture)).toMatchObject({ code: 1, out: '' })
  expect((await invoice('attach', orderId, file)).out).toContain('answered')
  expect(await invoice('attach', orderId, file, '--red')).toMatchObject({ code: 1, out: '' })
  expect(await invoice('red-done', orderId)).toMatchObject({ code: 1, out: '' })
  rmSync(folder, { recursive: true })
})
