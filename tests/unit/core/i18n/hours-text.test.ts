import {
  closedDaysText,
  createFormatter,
  type Formatter,
  hoursText,
  loadMessages,
} from '@handsfree/core/i18n'
import { beforeAll, describe, expect, it } from 'vitest'

const locales = ['en-US', 'zh-CN'] as const
let intls: Formatter[]
beforeAll(async () => {
  intls = await Promise.all(
    locales.map(async (locale) => createFormatter(locale, await loadMessages(locale))),
  )
})

describe('opening hours and closed days in both languages', () => {
  // 26 November in Shanghai, 25 November in New York.
  const now = Date.parse('2026-11-26T09:00:00+08:00')
  const closed = (closedDays: string[] | undefined, timeZone = 'Asia/Shanghai') => {
    const hours = { opens: '07:00', closes: '22:00', ...(closedDays && { closedDays }) }
    return intls.map((intl) => closedDaysText(intl, { hours, timeZone }, now))
  }

  it('lists closed weekdays from Monday on', () => {
    expect(closed(['Sun'])).toEqual(['Closed on Sundays', '星期日休息'])
    expect(closed(['Sun', 'Sat'])).toEqual(['Closed on Saturdays and Sundays', '星期六、星期日休息'])
  })

  it('lists closed dates, with consecutive ones as a range', () => {
    expect(closed(['2026-12-03', '2026-12-01', '2026-12-02', '2026-12-08'])).toEqual([
      'Closed on Dec 1 to Dec 3 and Dec 8',
      '12月1日–12月3日、12月8日休息',
    ])
  })

  it('leaves out dates in the past and beyond the booking period', () => {
    expect(closed(['2026-11-25', '2026-11-26', '2026-12-24', '2026-12-25'])).toEqual([
      'Closed on Nov 26 and Dec 24',
      '11月26日、12月24日休息',
    ])
    expect(closed(['2026-11-25'], 'America/New_York')).toEqual(['Closed on Nov 25', '11月25日休息'])
  })

  it('returns no text for a site that opens every day', () => {
    for (const days of [undefined, [], ['2026-11-25']]) expect(closed(days)).toEqual(['', ''])
    expect(intls.map((intl) => closedDaysText(intl, { hours: null, timeZone: 'Asia/Tokyo' }, now))).toEqual([
      '',
      '',
    ])
  })

  it('describes hours from 00:00 to 00:00 as open 24 hours', () => {
    expect(intls.map((intl) => hoursText(intl, { opens: '00:00', closes: '00:00' }))).toEqual([
      'Open 24 hours',
      '24 小时营业',
    ])
  })
})
