import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { expectAccessible } from './checks.ts'
import { test as base } from './own-address.ts'
import { makeWorld, screens, stageOf, type World } from './screens.ts'

/** The world is made once for a worker. */
const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { project }) => use(await makeWorld(project.use.baseURL ?? '')),
    { scope: 'worker' },
  ],
})

for (const locale of ['en-US', 'zh-CN'] as const) {
  test.describe(locale, () => {
    // axe reads a page twice, the longest of them with some 250 rows.
    test.describe.configure({ timeout: 120_000 })
    test.use({ locale, reducedMotion: 'reduce' })

    for (const [path, stand] of Object.entries(screens)) {
      test(`axe finds nothing on ${path}`, async ({ page, world, baseURL = '' }) => {
        const show = async () => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            await expectAccessible(page)
          }
        }
        await stand(stageOf(locale, { page, world, baseURL, show }))
      })
    }
  })
}

test('no page of the route table is left out', () => {
  const table = readFileSync(new URL('../../web/routes.tsx', import.meta.url), 'utf8')
  const paths = [...table.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path)
  expect(Object.keys(screens).sort()).toEqual(paths.sort())
})
