import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getPreparedOrder } from '@handsfree/core/contract'
import { loadMessages } from '@handsfree/core/i18n'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveDesk } from '../../../clients/terminal/desk.ts'
import type { Prompts } from '../../../clients/terminal/prompts.ts'
import { photographSuitcase } from '../../../server/flows/autopilot/suitcase.ts'
import { runTool } from '../../server/run-tool.ts'
import { draftOf } from '../../server/trip.ts'
import { useServer, useTraveller } from '../../server/use-server.ts'

const server = useServer({}, { listens: true })
const ada = useTraveller(server)
const folder = mkdtempSync(join(tmpdir(), 'handsfree-desk-'))
const photo = join(folder, 'bag.png')
beforeAll(async () => {
  writeFileSync(photo, await photographSuitcase(0))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shownAt = async (url: string) => {
  const token = url.split('/').at(-1) ?? ''
  return (await server.call(getPreparedOrder, { params: { token }, token: ada.token })).result
}

test('fills in an order for a guest, with and without photos, lists it and withdraws it', async () => {
  const run = (...args: string[]) => runTool(server, ...args)
  const file = join(folder, 'draft.json')
  const { photos: _, ...draft } = draftOf([])
  writeFileSync(file, JSON.stringify(draft))
  const whole = await run('prepare', file, '--photo', photo)
  expect([whole.code, whole.errors]).toEqual([0, ''])
  const [, url = ''] = whole.out.split('\n')
  expect(whole.out).toMatch(/^createByOperator \w+, until \S+ \S+ Hangzhou\n/)
  expect((await shownAt(url)).order?.photoCount).toBe(1)
  const bare = await run('prepare', file, '--phone', '+86 13900010009', '--as', 'site:lakeside-garden-hotel')
  const [, preparedId = ''] = /^createTemporaryByOperator (\w+)/.exec(bare.out) ?? []
  const listed = (await run('prepared')).out
  expect(listed).toContain(preparedId)
  expect(listed).toContain('pickupTime (Hangzhou)')
  // Both sites are eight hours ahead of UTC.
  const eightHoursOn = new Date(Date.parse(draft.pickupTime) + 8 * 3_600_000).toISOString()
  expect(listed).toContain(eightHoursOn.slice(0, 16).replace('T', ' '))
  expect((await run('prepared', 'text', preparedId)).out).toBe('textsLeft  2')
  expect((await run('prepared', 'withdraw', preparedId)).code).toBe(0)
  expect((await run('prepared')).out).not.toContain(preparedId)
  writeFileSync(file, JSON.stringify({ ...draft, pieces: 0 }))
  expect((await run('prepare', file)).errors).toContain('pieces')
  const [, example = ''] = /```json\n(.*?)```/s.exec(readFileSync('docs/guide/employees.md', 'utf8')) ?? []
  expect(Object.keys(JSON.parse(example)).sort()).toEqual(Object.keys(draft).sort())
  // The format is valid, but this server doesn't have the code.
  writeFileSync(file, example)
  expect((await run('prepare', file)).errors).toMatch(/^3002 /)
})

test('asks a desk for a guest’s order step by step, and shows the code that takes it over', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  const messages: Record<string, string> = await loadMessages('en-US')
  const answers: Record<string, string> = {
    'terminal.guestPhone': '',
    'orderForm.receiverName': 'Lin',
    'siteSearch.keyword': 'Hongqiao',
  }
  const photos = [photo, '']
  const pieces = ['0', '2']
  const told: string[] = []
  const asked: string[] = []
  const prompts: Prompts = {
    signal: new AbortController().signal,
    print: (...lines) => void told.push(...lines),
    ask: async (question, { initial = '' }) => {
      asked.push(question)
      if (question === messages['orderForm.pieces']) return pieces.shift() ?? ''
      if (question === messages['terminal.photoPath']) return photos.shift() ?? ''
      if (question.startsWith(messages['orderForm.receiverPhone'] ?? '-')) return '+8613812342046'
      const known = Object.entries(answers).find(([id]) => messages[id] === question)
      return known?.[1] ?? initial
    },
    choose: async (question, choices) => {
      asked.push(question)
      const wanted = choices.find(({ label }) => label === messages['siteSearch.keyword'])
      const last = question.startsWith(messages['orderForm.pickupTime'] ?? '-') ? undefined : wanted
      return (last ?? choices[0])!.value
    },
    close: () => {},
  }
  const url = `http://127.0.0.1:${server.port}`
  await serveDesk({ url, token: 'demo-site-lakeside-garden-hotel-token', locale: 'en-US', prompts }, 1)
  const link = told.find((line) => line.includes('/handover/')) ?? told.join('\n')
  const { order } = await shownAt(link)
  expect([order?.pickup.name, order?.pieces, order?.photoCount, order?.receiver.name]).toEqual([
    'Lakeside Garden Hotel',
    2,
    1,
    'Lin',
  ])
  expect(told.join('\n')).toContain(messages['terminal.guestScans'])
  expect(asked.slice(-2)).toEqual([messages['terminal.photoPath'], messages['terminal.photoPath']])
  expect(asked.filter((question) => question === messages['orderForm.pieces'])).toHaveLength(2)
  expect(asked).toContain('Pickup time · Hangzhou time')
})

test.each([
  ['a courier’s', 'demo-courier-0731-token'],
  ['an unknown', 'nobody'],
])('refuses %s token at a desk', async (_, token) => {
  const told: string[] = []
  const refuse = () => Promise.reject(new Error('nothing is asked'))
  const prompts: Prompts = {
    signal: new AbortController().signal,
    print: (...lines) => void told.push(...lines),
    ask: refuse,
    choose: refuse,
    close: () => {},
  }
  await serveDesk({ url: `http://127.0.0.1:${server.port}`, token, locale: 'en-US', prompts })
  expect(told).toEqual(['This token isn’t a desk’s, or it has expired.'])
})
