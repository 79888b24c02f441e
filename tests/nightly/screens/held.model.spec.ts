import { test } from '../../e2e/own-address.ts'
import { browserModelOf, HeldScreensPage } from './held-screens.ts'
import { heldScreens } from './held-screens-list.ts'
import { playPaths } from './on-screens.ts'

/** Machines to play, set by `npm run paths -- MACHINE --screens`. All by default. */
const chosen = process.env.HANDSFREE_MACHINES?.split(',')

for (const screens of heldScreens) {
  const { id } = screens.model.machine
  if (chosen && !chosen.includes(id)) continue
  test.describe(id, () => {
    test.use({ locale: screens.locale ?? 'en-US' })
    playPaths(test, browserModelOf(screens), (page) => new HeldScreensPage(page, screens))
  })
}
