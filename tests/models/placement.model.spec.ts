import { test } from '@playwright/test'
import { playOnScreens } from './on-screens.ts'
import { placementInBrowser } from './placement.browser.ts'
import { PlacementScreens } from './placement.screens.ts'

test.use({ locale: 'zh-CN' })

playOnScreens(test, placementInBrowser, (page) => new PlacementScreens(page))
