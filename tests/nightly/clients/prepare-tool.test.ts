import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getPreparedOrder } from '@handsfree/core/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photographSuitcase } from '../../../server/flows/autopilot/suitcase.ts'
import { runTool } from '../../server/run-tool.ts'
import { draftOf } from '../../server/trip.ts'
import { useServer, useTraveller } from '../../server/use-server.ts'

const server = useServer({}, { listens: true })
const ada = useTraveller(server)
const folder = mkdtempSync(join(tmpdir(), 'handsfree-prepare-'))
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
