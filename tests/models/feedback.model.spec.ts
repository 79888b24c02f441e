import { test } from '@playwright/test'
import { feedbackInBrowser } from './feedback.browser.ts'
import { FeedbackScreens } from './feedback.screens.ts'
import { playOnScreens } from './on-screens.ts'

test.use({ locale: 'zh-CN' })

playOnScreens(test, feedbackInBrowser, (page) => new FeedbackScreens(page))
