import { enter, newTraveller, type Traveller } from './backend.ts'
import { test as base } from './own-address.ts'

/** Playwright's `test` with its own signed-in traveller, called Alex. */
export const test = base.extend<{ traveller: Traveller }>({
  traveller: async ({ baseURL }, use) => {
    const traveller = await newTraveller(baseURL ?? '', 'Alex')
    await use(traveller)
  },
  page: async ({ page, traveller }, use) => {
    await enter(page, traveller)
    await use(page)
  },
})
