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
/** Dial codes by letter, some 250 rows: those of the first two letters stand for the others. */
const moreOfTheSame = '[id^="letter-"] ~ [id^="letter-"] ~ [id^="letter-"]'

/** Runs axe, which is half a megabyte: a document gets it once. */
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

/** Expects enough contrast everywhere, in the current colors. */
export const expectContrast = (page: Page) =>
  expectNothingFound(page, { runOnly: ['color-contrast', 'link-in-text-block'] })

/** Expects what may differ at another width: contrast, what scrolls, and names of what has fewer words there. */
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
 * One heading of the first level names the page, and a control's name holds the words that it shows, for those who say
 * them. Behind a popup nothing counts.
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

/** The words of what is marigold: the one thing to do now. Behind a popup nothing counts. */
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

export const expectOneGold = async (page: Page) =>
  expect((await goldOn(page)).slice(1), 'further marigold buttons').toEqual([])

/**
 * Passes axe at 390 px and what of it may differ at 320, fits at both, has enough contrast in light and dark colors at both,
 * then shows what it showed before. What axe finds beside contrast does not depend on colors, nor does what fits.
 */
export async function expectGoodOnPhones(page: Page): Promise<void> {
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

/** From now on pages come without content, as where no server renders: the app makes each call by itself. */
export async function comeEmpty(page: Page): Promise<void> {
  const empty = await (await page.request.get('/index.html')).text()
  await page.route('**', (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: empty })
      : route.fallback(),
  )
}

/** The browser's own lines about failed requests and a field that was tapped before it had the focus, and Playwright's. */
const isBrowsersOwn = (text: string) =>
  /^(Failed to load resource|WebSocket connection to |Autofocus processing|Service Worker registration)/.test(
    text,
  )

/** Everything that the page writes to the console or does not catch, from now on. */
export function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (!isBrowsersOwn(message.text())) heard.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(String(error)))
  return heard
}
