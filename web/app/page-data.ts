import type { KnownAnswers } from '@handsfree/core/api'
import type { Locale } from '@handsfree/core/contract'

/** What the server sends with a rendered page, so that the app starts in the same state. */
export type PageData = {
  /** Pattern of the route whose screen is shown. */
  route: string
  path: string
  locale: Locale
  /** Whether it shows what a device sees on which nobody is signed in and nothing is stored. */
  isFirstVisit: boolean
  /** Server's time of rendering, milliseconds since 1970. */
  renderedAt: number
  answers: KnownAnswers
}

/** Data of the page that is shown; null on a page that no server has rendered. */
export function readPageData(): PageData | null {
  const text = document.getElementById('page-facts')?.textContent
  return text ? JSON.parse(text) : null
}
