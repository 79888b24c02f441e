import { describe, expect, test } from 'vitest'
import {
  nextPath,
  signInPath,
  withNext,
  withoutTimestamp,
  withTimestamp,
} from '../../../../web/app/address.ts'

describe('the time of a navigation', () => {
  test.each([
    ['/', '/?t=1700000000000'],
    ['/order/detail/o1', '/order/detail/o1?t=1700000000000'],
    ['/sign/in?next=%2Forder%2Fcreate%2Fq', '/sign/in?next=%2Forder%2Fcreate%2Fq&t=1700000000000'],
    ['/terms#cover', '/terms?t=1700000000000#cover'],
  ])('adds the navigation’s time to %s', (path, expected) => {
    expect(withTimestamp(path, 1_700_000_000_000)).toBe(expected)
  })

  test('adds the time to a URL only once', () => {
    expect(withTimestamp('/terms?t=1', 2)).toBe('/terms?t=1')
  })

  test('removes the time from a URL', () => {
    expect(withoutTimestamp('/faq?topic=2&t=5#a')).toBe('/faq?topic=2#a')
  })
})

describe('the way back after signing in', () => {
  test('returns to the requesting page after sign-in, without its time', () => {
    const path = signInPath('/order/create/demo-hotel-desk?t=5')
    expect(path).toBe('/sign/in?next=%2Forder%2Fcreate%2Fdemo-hotel-desk')
    expect(nextPath(path.slice(path.indexOf('?')))).toBe('/order/create/demo-hotel-desk')
  })

  test.each([
    '',
    '?next=',
    '?next=https://elsewhere.example/',
    '?next=//elsewhere.example/order',
    '?next=/%5Celsewhere.example/order',
    '?next=javascript:alert(1)',
    '?next=order/detail/o1',
  ])('returns home after sign-in for an invalid or missing target: %s', (search) => {
    expect(nextPath(search)).toBe('/')
  })

  test('keeps the requesting page through the steps of signing in', () => {
    expect(withNext('/verification-code/check', '?next=%2Forder%2Fconfirm&t=1')).toBe(
      '/verification-code/check?next=%2Forder%2Fconfirm',
    )
    expect(withNext('/verification-code/check', '?t=1')).toBe('/verification-code/check')
  })
})
