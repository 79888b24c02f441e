import { type Locale, locales } from '@handsfree/core/contract'
import { test } from '@playwright/test'
import { type Say, wordsOf } from './words.ts'

/**
 * Describes journeys in each language, those in Chinese for the suite `languages`. Sizes, colors and axe are
 * `expectGoodOnPhones`; the console stays silent by `own-address.ts`.
 */
export function inBothLanguages(journeys: (say: Say, locale: Locale) => void): void {
  for (const locale of locales)
    test.describe(locale, () => {
      test.use({ locale })
      journeys(wordsOf(locale), locale)
    })
}
