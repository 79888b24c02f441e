import { test } from '../journeys/own-address.ts'
import { playOnScreens } from './on-screens.ts'
import { signInInBrowser } from './sign-in.browser.ts'
import { SignInScreens } from './sign-in.screens.ts'

test.use({ locale: 'zh-CN' })

playOnScreens(test, signInInBrowser, (page) => new SignInScreens(page))
