import { test } from '../journeys/own-address.ts'
import { browserModelOf, HeldScreensOf } from './held-screens.ts'
import { heldScreens } from './held-screens-list.ts'
import { playPaths } from './on-screens.ts'

for (const screens of heldScreens) {
  test.describe(screens.model.machine.id, () => {
    playPaths(test, browserModelOf(screens), (page) => new HeldScreensOf(page, screens))
  })
}
