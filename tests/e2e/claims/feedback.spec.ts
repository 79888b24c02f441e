import { operatorListFeedback } from '@handsfree/core/contract'
import { must, operatorOf } from '../backend.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect } from '../own-address.ts'
import { takePhoto } from '../photos.ts'
import { test } from '../traveller.ts'
import { typeIn } from '../type-in.ts'
import type { Locale } from '../words.ts'

const pinned: Record<Locale, { required: string; failed: string; unfinished: string; thanks: string }> = {
  'en-US': {
    required: 'Please enter feedback content',
    failed: 'Failed to submit feedback, please try again later',
    unfinished: 'Images are uploading or failed to upload, please try again later',
    thanks: 'Thank you',
  },
  'zh-CN': {
    required: '请输入反馈内容',
    failed: '反馈提交失败，请稍后重试',
    unfinished: '照片正在上传或上传失败，请稍后重试',
    thanks: '感谢您的反馈',
  },
}

inBothLanguages((say, locale) => {
  test('sends text and pictures once despite failed requests', async ({ page, traveller }) => {
    const { required, failed, unfinished, thanks } = pinned[locale]
    const send = page.getByRole('button', { name: say('feedback.send') })
    const text = page.getByRole('textbox', { name: say('feedback.content') })
    await page.goto('/')
    await page.getByRole('link', { name: say('home.menu.feedback'), exact: true }).click()
    await send.click()
    await expect(page.getByText(required)).toBeVisible()
    await page.getByRole('radio', { name: say('feedback.type.platform') }).check()
    await typeIn(text, 'The bags came on time.')

    const photo = await takePhoto()
    await page.route('**/api/files', (route) => route.abort(), { times: 1 })
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.getByRole('button', { name: say('photo.retry', { number: 1 }) }).waitFor()
    await send.click()
    await expect(page.getByText(unfinished)).toBeVisible()
    await page.getByRole('button', { name: say('photo.retry', { number: 1 }) }).click()
    await page.locator('input[type=file]').setInputFiles(photo)
    await expect(page.getByRole('progressbar')).toHaveCount(0)

    // The post arrives, but its response doesn't. After a reload the same text is sent with the same key.
    const keys: (string | undefined)[] = []
    await page.route('**/api/feedback', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      if (keys.length > 2) await route.fallback()
      else await route.abort()
    })
    await send.click()
    await expect(page.getByRole('alert')).toContainText(failed)
    await page.reload()
    await expect(text).toHaveValue('The bags came on time.')
    const pictures = page.getByRole('img', { name: say('feedback.photo', { number: 1 }) })
    await expect
      .poll(() => pictures.evaluate((picture) => (picture as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await expect(page.getByRole('radio', { name: say('feedback.type.platform') })).toBeChecked()
    await send.click()
    await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
    expect([keys.length > 2, new Set(keys).size]).toEqual([true, 1])

    const { list } = must(await operatorOf(traveller.baseUrl).call(operatorListFeedback, { query: {} }))
    const own = list.filter(({ uin }) => uin === traveller.account.uin)
    expect(own.map(({ type, text, images }) => [type, text, images.length])).toEqual([
      [1, 'The bags came on time.', 2],
    ])
    await page.getByRole('link', { name: say('feedback.another') }).click()
    await expect(text).toHaveValue('')
  })
})
