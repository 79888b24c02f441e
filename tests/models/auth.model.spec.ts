import { test } from '../journeys/own-address.ts'
import { authInBrowser } from './auth.browser.ts'
import { AuthScreens } from './auth.screens.ts'
import { playOnScreens } from './on-screens.ts'

test.use({ locale: 'zh-CN' })

playOnScreens(test, authInBrowser, (page) => new AuthScreens(page))
