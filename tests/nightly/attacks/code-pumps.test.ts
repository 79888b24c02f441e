import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../server/use-server.ts'
import { Device, newMobile } from './codes.ts'
import { attack, pump } from './pump.ts'

const server = useServer()
// Shared limits have reset after 40 days.
beforeEach(() => server.clock.advance(40 * 24 * 3_600_000))

test('sends at most 200 of 10,000 codes requested from 10,000 addresses for one country', async () => {
  const { sent, told } = await pump(server, attack(10_000, ['LV']), 360)
  expect(sent).toHaveLength(80)
  expect(new Set(told)).toEqual(new Set(['LV']))
  // Other countries still receive codes.
  expect((await new Device(server).ask(newMobile())).code).toBe(0)
}, 240_000)

test('sends at most 200 codes over a day of requests for 100 countries', async () => {
  const countries = Array.from({ length: 100 }, (_, index) => `X${index}`)
  const { sent } = await pump(server, attack(3_000, countries), 28_800)
  expect(sent).toHaveLength(150)
}, 240_000)
