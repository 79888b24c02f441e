import { orderCalendar } from '@handsfree/core/calendar'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calendarFile } from '../../../../core/calendar/ics.ts'
import { order } from '../../models/samples.ts'

const now = Date.parse('2026-11-22T03:04:05Z')

it('writes calendar events for pickup and delivery in the pickup site’s time zone', async () => {
  const intl = createFormatter('en-US', await loadMessages('en-US'))
  const one = order({
    orderNumber: 'HF 2611 0482',
    pickupTime: '2026-11-24T10:00:00+08:00',
    arrivalFrom: '2026-11-24T17:00:00+08:00',
    estimatedDelivery: '2026-11-24T18:00:00+08:00',
    createTime: '2026-11-22T10:00:00+08:00',
    updateTime: '2026-11-22T11:00:07+08:00',
    timeZone: 'Asia/Shanghai',
  })
  const lines = orderCalendar(intl, one, now).split('\r\n')
  expect(lines).toEqual(expect.arrayContaining(['BEGIN:VTIMEZONE', 'TZID:Asia/Shanghai', 'TZOFFSETTO:+0800']))
  expect(lines.filter((line) => /^(UID|DTSTAMP|SEQUENCE|DTSTART;|DURATION)/.test(line))).toEqual([
    'UID:HF26110482-pickup@handsfree',
    'DTSTAMP:20261122T030405Z',
    'SEQUENCE:3607',
    'DTSTART;TZID=Asia/Shanghai:20261124T100000',
    'DURATION:PT30M',
    'UID:HF26110482-delivery@handsfree',
    'DTSTAMP:20261122T030405Z',
    'SEQUENCE:3607',
    'DTSTART;TZID=Asia/Shanghai:20261124T170000',
    'DURATION:PT60M',
  ])
  expect(lines.at(-1)).toBe('')
})

it('escapes special characters in a calendar file, and folds lines at 75 octets', async () => {
  const intl = createFormatter('zh-CN', await loadMessages('zh-CN'))
  const name = '西湖, 灵隐; 满觉陇路一百二十三弄四十五号满陇桂雨公园东北侧山脚下白墙黑瓦的老院子'
  const file = orderCalendar(intl, order({ delivery: { ...order().delivery, siteId: null, name } }), now)
  expect(file.replaceAll('\r\n ', '')).toContain('LOCATION:西湖\\, 灵隐\\; 满觉陇路')
  const lengths = file.split('\r\n').map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(75)
})

const octets = (text: string) => new TextEncoder().encode(text).length

it('folds a line only if its next character doesn’t fit into 75 octets', () => {
  const event = {
    uid: 'one',
    start: '2026-11-24T10:00:00+08:00',
    minutes: 30,
    sequence: 1,
    place: '',
    detail: '',
  }
  // Characters of one to four octets.
  const title = fc.string({
    unit: fc.constantFrom('a', 'é', '湖', '🧳'),
    minLength: 20,
    maxLength: 200,
    size: 'max',
  })
  fc.assert(
    fc.property(title, (title) => {
      const lines = calendarFile([{ ...event, title }], {
        timeZone: 'Asia/Shanghai',
        now,
        brand: 'Handsfree',
      }).split('\r\n')
      const unfolded = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
      expect(unfolded).toContain(`SUMMARY:${title}`)
      for (const [index, line] of lines.entries()) {
        expect(octets(line)).toBeLessThanOrEqual(75)
        const next = lines[index + 1]
        if (next?.startsWith(' ')) expect(octets(line + [...next][1])).toBeGreaterThan(75)
      }
    }),
  )
})
