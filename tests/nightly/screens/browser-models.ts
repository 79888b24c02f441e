import { browserModelOf } from './held-screens.ts'
import { heldScreens } from './held-screens-list.ts'
import type { BrowserModel } from './on-screens.ts'
import { paymentInBrowser } from './payment.browser.ts'

/** Models whose paths are also played on the real screens. */
export const browserModels: readonly BrowserModel[] = [paymentInBrowser, ...heldScreens.map(browserModelOf)]
