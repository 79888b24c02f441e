import type { KnownAnswers, Locale } from '@handsfree/core/api'

/** What a page that the server has rendered says of itself, so that the app goes on where it stood. */
export type PageFacts = {
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

/** Id of the element that holds the facts as JSON. */
export const factsId = 'page-facts'

/** Facts of the page that is shown; null on a page that no server has rendered. */
export function readPageFacts(): PageFacts | null {
  const text = document.getElementById(factsId)?.textContent
  return text ? JSON.parse(text) : null
}
