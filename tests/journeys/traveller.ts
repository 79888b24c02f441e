import type { Account, UserProfile } from '@handsfree/core/api'
import { test as base, request as requests } from '@playwright/test'
import { newPhoneNumber } from './trip.ts'

export type Traveller = { account: Account; profile: UserProfile }

/** A traveller who has signed in with the demo's code and has a name. */
async function newTraveller(baseURL: string, name: string): Promise<Traveller> {
  const api = await requests.newContext({ baseURL })
  const post = async (path: string, data: unknown, token?: string) => {
    const headers: Record<string, string> = token ? { token: `Bearer ${token}` } : {}
    const answer = await (await api.post(`/api${path}`, { data, headers })).json()
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.message}`)
    return answer.result
  }
  const phone = { dialCode: '86', phoneNumber: newPhoneNumber() }
  const { demoCode } = await post('/verification-codes', phone)
  const account: Account = await post('/users', { ...phone, code: demoCode })
  await post('/users/customers', { name }, account.token)
  const profiles = await api.get(`/api/users/customers?uins[]=${account.uin}`, {
    headers: { token: `Bearer ${account.token}` },
  })
  const profile: UserProfile = (await profiles.json()).result[account.uin]
  await api.dispose()
  return { account, profile }
}

/** One traveller for a worker, since a desk's network may ask for 20 codes an hour; each test has its own storage. */
export const test = base.extend<object, { traveller: Traveller }>({
  traveller: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
    async ({}, use, { project }) => use(await newTraveller(project.use.baseURL ?? '', 'Alex')),
    { scope: 'worker' },
  ],
  context: async ({ context, traveller }, use) => {
    await context.addInitScript(({ account, profile }) => {
      if (localStorage.getItem('auth')) return
      const phone = { dialCode: '86', phoneNumber: '' }
      localStorage.setItem('auth', JSON.stringify({ version: 1, phone, account }))
      localStorage.setItem('person', JSON.stringify({ version: 1, profile }))
    }, traveller)
    await use(context)
  },
})
