import type { App } from '@handsfree/core'
import { clockDifferenceText, createFormatter } from '@handsfree/core/i18n'
import { type ClockWarning, createClockWarning } from '@handsfree/core/lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'

const minute = 60_000
const hour = 60 * minute
const time = Date.parse('2026-11-23T02:00:00.500Z')

let server: FakeServer
let browser: FakeBrowser
let apps: App[]
/** How far the phone is ahead of the server, in milliseconds. */
let ahead: number

beforeEach(() => {
  server = new FakeServer()
  server.time = () => time
  server.routes['GET /op-config/contact'] = () => ({ phone: '' })
  browser = new FakeBrowser()
  browser.items.clear()
  apps = []
})
afterEach(() => {
  for (const app of apps) app.stop()
})

/** Opens a tab that has read the server's time. */
const open = async () => {
  const platform = new FakePlatform(server, browser)
  platform.now = () => time + ahead
  const app = appOn(platform)
  apps.push(app)
  const hear = () => {
    const at = app.clock.deviceNow()
    app.clock.sync({ sentAt: at, receivedAt: at, date: new Date(time).toUTCString(), age: null })
  }
  hear()
  const warning = createClockWarning(app)
  let changes = 0
  warning.subscribe(() => changes++)
  return { app, warning, platform, hear, changes: () => changes }
}

describe('the warning of a wrong clock', () => {
  it.each([
    [-26 * hour, 26 * hour],
    [30 * hour, -30 * hour],
    [-6 * minute, 6 * minute],
    [6 * minute, -6 * minute],
    [-4 * minute, null],
    [4 * minute, null],
    [5 * minute, null],
    [0, null],
  ])('reports the difference for a phone that is %i ms ahead: %j', async (wrong, mentioned) => {
    ahead = wrong
    const { warning } = await open()
    expect(warning.current()).toBe(mentioned)
  })

  it('keeps the clock warning closed in other tabs and after a reload', async () => {
    ahead = -26 * hour
    const { warning, changes } = await open()
    const other = await open()
    warning.close()
    other.platform.storage.deliver()
    ahead = -26 * hour - 4 * minute
    const later = await open()
    const all: ClockWarning[] = [warning, other.warning, later.warning]
    expect(all.map((each) => each.current())).toEqual([null, null, null])
    expect([changes(), other.changes()]).toEqual([1, 1])
  })

  it('shows the clock warning again when the error changes or returns', async () => {
    ahead = -26 * hour
    const { warning, hear, changes } = await open()
    warning.close()
    ahead = 3 * hour
    hear()
    expect([warning.current(), changes()]).toEqual([-3 * hour, 2])
    warning.close()
    ahead = 0
    hear()
    expect([warning.current(), [...browser.items.keys()]]).toEqual([null, []])
    ahead = 3 * hour
    expect((await open()).warning.current()).toBe(-3 * hour)
  })

  it('hides the clock warning once the clock is correct', async () => {
    ahead = -26 * hour
    const { warning, hear, changes } = await open()
    ahead = 0
    hear()
    expect([warning.current(), changes()]).toEqual([null, 1])
  })

  it('shows the clock warning if its stored state is malformed', async () => {
    browser.items.set('clockNotice', '{"closed":true}')
    ahead = -26 * hour
    expect((await open()).warning.current()).toBe(26 * hour)
  })
})

it.each([
  [301, '5 minutes', '5 分钟'],
  [89 * 60, '89 minutes', '89 分钟'],
  [5_400, '2 hours', '2 小时'],
  [26 * 3_600 + 0.5, '26 hours', '26 小时'],
  [3 * 86_400, '3 days', '3 天'],
  [56 * 365 * 86_400, '20440 days', '20440 天'],
])('formats a difference of %d seconds as %s, %s', (seconds, english, chinese) => {
  const words = (['en-US', 'zh-CN'] as const).map((locale) =>
    clockDifferenceText(createFormatter(locale, {}), seconds),
  )
  expect(words).toEqual([english, chinese])
})
