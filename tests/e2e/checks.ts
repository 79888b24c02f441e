import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { expectFits } from './fits.ts'

declare global {
  interface Window {
    axe?: typeof import('axe-core')
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Dial codes by letter, about 250 rows. Checking the first two letters is enough. */
const moreOfTheSame = '[id^="letter-"] ~ [id^="letter-"] ~ [id^="letter-"]'

/** Runs axe. Its source is 0.5 MB, so it is injected once per document. */
async function expectNothingFound(page: Page, options: RunOptions): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const found = await page.evaluate(
    async ([exclude, options]) => {
      const results = await window.axe?.run({ exclude }, { ...options, resultTypes: ['violations'] })
      return results?.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    },
    [moreOfTheSame, options] as const,
  )
  expect(found).toEqual([])
}

export const expectAccessible = (page: Page) => expectNothingFound(page, {})

/** Expects enough contrast in the current color scheme. */
export const expectContrast = (page: Page) =>
  expectNothingFound(page, { runOnly: ['color-contrast', 'link-in-text-block'] })

/**
 * Rules whose result may differ at another width: contrast, scrollable regions, and names of controls with less text.
 */
const expectAccessibleNarrow = (page: Page) =>
  expectNothingFound(page, {
    runOnly: [
      'color-contrast',
      'link-in-text-block',
      'scrollable-region-focusable',
      'button-name',
      'link-name',
    ],
  })

/**
 * Expects one `h1`, and labels that contain their control's visible text, for voice control. Ignores everything
 * behind a popup.
 */
export async function expectNamed(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const popup = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
    const plain = (words: string) => words.replace(/[\s\p{P}\p{S}]/gu, '').toLowerCase()
    const shown = (element: Element): string =>
      [...element.childNodes]
        .map((node) =>
          node instanceof Element
            ? node.matches('[aria-hidden="true"], svg') || !node.checkVisibility()
              ? ''
              : shown(node)
            : (node.textContent ?? ''),
        )
        .join('')
    const unlike = [...(popup ?? document).querySelectorAll(':is(a, button)[aria-label]')]
      .map((element) => [element.ariaLabel ?? '', shown(element)] as const)
      .filter(([name, words]) => !plain(name).includes(plain(words)))
    return { unlike, headings: popup ? 1 : document.querySelectorAll('h1').length }
  })
  expect(found).toEqual({ unlike: [], headings: 1 })
}

/** Text of the marigold controls, which mark the next action. Ignores everything behind a popup. */
export const goldOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = 'var(--marigold)'
    const marigold = getComputedStyle(probe).backgroundColor
    probe.remove()
    const popup = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
    return [...(popup ?? document.body).querySelectorAll<HTMLElement>(':is(a, button), :is(a, button) *')]
      .filter(
        (element) => getComputedStyle(element).backgroundColor === marigold && element.checkVisibility(),
      )
      .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
  })

export const expectOnePrimaryButton = async (page: Page) =>
  expect((await goldOn(page)).slice(1), 'further marigold buttons').toEqual([])

/**
 * Checks axe at 390 px, width-dependent rules at 320 px, and fit and contrast at both, in light and dark colors. Then
 * restores the page. Other axe rules and the fit don't depend on colors.
 */
export async function expectPhoneLayout(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const [width, first, second, expectGood] of [
    [390, 'light', 'dark', expectAccessible],
    [320, 'dark', 'light', expectAccessibleNarrow],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: first })
    await expectGood(page)
    await expectFits(page)
    await page.emulateMedia({ colorScheme: second })
    await expectContrast(page)
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** Strips rendered content from pages, so that the app makes every call, as without server rendering. */
export async function serveEmptyPages(page: Page): Promise<void> {
  const empty = await (await page.request.get('/index.html')).text()
  await page.route('**', (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: empty })
      : route.fallback(),
  )
}

/** Without the live line, pages read again only by their timers. Stays after `page.unrouteAll`. */
export const blockLiveLine = (page: Page): Promise<unknown> =>
  page.context().route('**/broker.worker*', (route) => route.abort())

/**
 * The browser's messages about failed requests and about a field that was tapped before it had focus, and
 * Playwright's.
 */
const isBrowsersOwn = (text: string) =>
  /^(Failed to load resource|WebSocket connection to |Autofocus processing|Service Worker registration)/.test(
    text,
  )

/** Collects the page's console messages and uncaught errors from now on. */
export function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (!isBrowsersOwn(message.text())) heard.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(String(error)))
  return heard
}
