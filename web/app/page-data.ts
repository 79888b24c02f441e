import type { InitialAnswers } from '@handsfree/core/api'
import type { Locale, ShownBrand } from '@handsfree/core/contract'

/** Sent with a server-rendered page, so that the app starts in the same state. */
export type PageData = {
  route: string
  path: string
  locale: Locale
  /** Rendered for a device without account and stored data. */
  isHydratable: boolean
  /** Server time, milliseconds since 1970. */
  renderedAt: number
  answers: InitialAnswers
}

export function readPageData(): PageData | null {
  const text = document.getElementById('page-facts')?.textContent
  return text ? JSON.parse(text) : null
}

/** The company that the server wrote into the page; undefined without one of its own. */
export function readPageBrand(): ShownBrand | undefined {
  const text = document.getElementById('brand')?.textContent
  return text ? JSON.parse(text) : undefined
}
