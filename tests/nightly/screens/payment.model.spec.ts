import { test } from '@playwright/test'
import { playOnScreens } from './on-screens.ts'
import { paymentInBrowser } from './payment.browser.ts'
import { PaymentScreens } from './payment.screens.ts'

test.use({ locale: 'zh-CN' })

playOnScreens(test, paymentInBrowser, (page) => new PaymentScreens(page))
