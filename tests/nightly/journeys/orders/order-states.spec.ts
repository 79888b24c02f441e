import { expectAccessible, goldOn } from '../../../e2e/checks.ts'
import { expectFits } from '../../../e2e/fits.ts'
import { orderStates, showState } from '../../../e2e/order-states.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { wordsOf } from '../../../e2e/words.ts'

for (const locale of ['en-US', 'zh-CN'] as const) {
  const say = wordsOf(locale)

  test.describe(`the order’s page, ${locale}`, () => {
    test.use({ locale })

    for (const [name, { gold }] of Object.entries(orderStates)) {
      test(`shows only the next action in marigold: ${name} @nightly`, async ({ page, baseURL }) => {
        await showState(name, { page, say, baseURL })
        const expected = gold(say)
        await expect.poll(() => goldOn(page)).toEqual(expected === null ? [] : [expected])
        await expectAccessible(page)
        await page.setViewportSize({ width: 320, height: 640 })
        await expectFits(page)
      })
    }
  })
}
