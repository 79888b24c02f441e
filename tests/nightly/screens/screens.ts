import type { Page } from '@playwright/test'
import { HeldScreensPage } from './held-screens.ts'
import { heldScreens } from './held-screens-list.ts'
import type { Screens } from './on-screens.ts'
import { PaymentScreens } from './payment.screens.ts'

/** The real screens by machine id. */
export const screensOf: Record<string, (page: Page) => Screens> = {
  payment: (page) => new PaymentScreens(page),
  ...Object.fromEntries(
    heldScreens.map((screens) => [
      screens.model.machine.id,
      (page: Page) => new HeldScreensPage(page, screens),
    ]),
  ),
}
