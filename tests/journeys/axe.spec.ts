import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { expectAccessible, expectFits } from './checks.ts'
import { test as base } from './own-address.ts'
import { makeWorld, screens, stageOf, type World } from './screens.ts'
import { newPhoneNumber } from './trip.ts'

/** 60 characters, as long as a name may be. */
const longName = `${'W'.repeat(29)} ${'W'.repeat(30)}`
const longAddress =
  '浙江省杭州市西湖区灵隐街道满觉陇路一百二十三弄四十五号满陇桂雨公园东北侧山脚下白墙黑瓦的老院子第二进左手边带小花园的那一间'

/** The world is made once for a worker; its texts are as long as they may be. */
const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { project }) => {
      const receiver = { name: longName, dialCode: '86', phoneNumber: newPhoneNumber() }
      const delivery = {
        kind: 'custom' as const,
        regionId: 'hangzhou',
        address: longAddress,
        detail: longAddress.slice(0, 40),
      }
      await use(await makeWorld(project.use.baseURL ?? '', longName, { receiver, delivery }))
    },
    { scope: 'worker' },
  ],
})

for (const locale of ['en-US', 'zh-CN'] as const) {
  test.describe(locale, () => {
    // axe reads a page in each of its states twice.
    test.describe.configure({ timeout: 120_000 })
    test.use({ locale, reducedMotion: 'reduce' })

    for (const [path, stand] of Object.entries(screens)) {
      test(`${path}: axe finds nothing, and long texts at twice their size fit`, async ({
        page,
        world,
        baseURL,
      }) => {
        const show = async () => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            await expectAccessible(page)
          }
          await expectFits(page)
        }
        await stand(stageOf(locale, { page, world, baseURL: baseURL ?? '', show }))
      })
    }
  })
}

test('no page of the route table is left out', () => {
  const table = readFileSync(new URL('../../web/routes.tsx', import.meta.url), 'utf8')
  const paths = [...table.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path)
  expect(Object.keys(screens).sort()).toEqual(paths.sort())
})
