import { crewRoutes } from '../../../../web/crew/routes.ts'
import { expectAccessible, expectNamed, expectPhoneLayout } from '../../../e2e/checks.ts'
import { type CrewWorld, makeCrewWorld } from '../../../e2e/crew-screens.ts'
import { expectFits } from '../../../e2e/fits.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test } from '../../../e2e/own-address.ts'

const people = {
  'courier-0731': { width: 390, paths: ['/crew', '/crew/shift', '/crew/orders/:orderId', '/crew/outbox'] },
  'site-hongqiao-railway-station': {
    width: 1024,
    paths: ['/crew', '/crew/prepare', '/crew/orders/:orderId', '/crew/sites/:siteId/today', '/crew/account'],
  },
  operator: {
    width: 1280,
    paths: crewRoutes
      .filter(({ path, only }) => only === 'members' && !/:(preparedId|claimId)$/.test(path))
      .map(({ path }) => path),
  },
} as const

/** Each person's order, and a demo employee. */
const addressOf = (path: string, employeeId: string, { pickup, stored, day }: CrewWorld) =>
  path
    .replace(':orderId', employeeId === 'courier-0731' ? pickup : stored)
    .replace(':employeeId', 'courier-0731')
    .replace(':siteId', 'hongqiao-railway-station')
    .replace('/board', `/board?day=${day}`)

inBothLanguages((_, locale) => {
  for (const [employeeId, { width, paths }] of Object.entries(people)) {
    test(`shows each page to ${employeeId}, in ${locale}`, async ({ page, baseURL }) => {
      test.setTimeout(paths.length * 60_000)
      const world = await makeCrewWorld(baseURL ?? '')
      await page.goto(`/crew?as=${employeeId}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const path of paths)
        await test.step(path, async () => {
          await page.goto(addressOf(path, employeeId, world))
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await page.waitForLoadState('networkidle')
          await expectNamed(page)
          await expectPhoneLayout(page)
          await page.setViewportSize({ width, height: 900 })
          await expectAccessible(page)
          await expectFits(page)
          await page.setViewportSize({ width: 390, height: 844 })
        })
    })
  }
})
