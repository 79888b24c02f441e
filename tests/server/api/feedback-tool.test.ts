import { sendFeedback } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { newKey } from '../harness.ts'
import { runTool } from '../run-tool.ts'
import { newTraveller } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer({}, { listens: true })

const run = (...args: string[]) => runTool(server, 'feedback', ...args, '--as', 'operator')

test('lists what travellers sent, newest first, with pictures that open', async () => {
  expect(await run()).toEqual({ code: 0, out: 'Nobody has sent feedback.', errors: '' })
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
  const lines = (await run()).out.split('\n')
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
