import { type Locale, locales } from '@handsfree/core/contract'
import { test } from '@playwright/test'
import { type Say, wordsOf } from './words.ts'

/**
 * Describes journeys in each language; those in Chinese belong to the `languages` suite. `expectPhoneLayout` checks
 * sizes, colors and axe; `own-address.ts` checks the console.
 */
export function inBothLanguages(journeys: (say: Say, locale: Locale) => void): void {
  for (const locale of locales)
    test.describe(locale, () => {
      test.use({ locale })
      journeys(wordsOf(locale), locale)
    })
}
