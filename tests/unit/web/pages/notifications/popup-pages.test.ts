import { afterEach, expect, test, vi } from 'vitest'
import { browserPages } from '../../../../../web/pages/notifications/popup-pages.ts'

/** Opens the FAQ in a visible tab with this `navigator.locks`. */
function openTab(locks: unknown) {
  const nobody = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('document', { ...nobody, visibilityState: 'visible' })
  vi.stubGlobal('window', nobody)
  vi.stubGlobal('location', { pathname: '/faq' })
  vi.stubGlobal('navigator', { locks })
  const pages = browserPages()
  const listener = vi.fn()
  const leave = pages.subscribe(listener)
  return { pages, listener, leave }
}
afterEach(() => vi.unstubAllGlobals())

const mayShow = { isQuiet: false, orderId: null }

test('shows popups in each tab without locks, as on pages without TLS', () => {
  const { pages, listener, leave } = openTab(undefined)
  expect([pages.current(), listener.mock.calls.length]).toEqual([mayShow, 1])
  leave()
  expect(pages.current()).toEqual({ isQuiet: true, orderId: null })
})

test('shows popups in each tab if locks are forbidden', async () => {
  const { pages, listener } = openTab({ request: () => Promise.reject(new Error('SecurityError')) })
  expect(pages.current()).toEqual({ isQuiet: true, orderId: null })
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce())
  expect(pages.current()).toEqual(mayShow)
})
