import { test } from '../../e2e/own-address.ts'
import { browserModelOf, HeldScreensOf } from './held-screens.ts'
import { heldScreens } from './held-screens-list.ts'
import { playPaths } from './on-screens.ts'

/** `npm run paths -- MACHINE --screens` plays only these; the tests play all. */
const chosen = process.env.HANDSFREE_MACHINES?.split(',')

for (const screens of heldScreens) {
  const { id } = screens.model.machine
  if (chosen && !chosen.includes(id)) continue
  test.describe(id, () => {
    test.use({ locale: screens.locale ?? 'en-US' })
    playPaths(test, browserModelOf(screens), (page) => new HeldScreensOf(page, screens))
  })
}
