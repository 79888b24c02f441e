import type { OrderPreview } from '@handsfree/core/booking'
import { customerViews, listOrders } from '@handsfree/core/contract'
import { expect, type Page } from '@playwright/test'
import { must, type Traveller } from './backend.ts'
import { fillOrder, review } from './trip.ts'
import { type Say, wordsOf } from './words.ts'

export const words = wordsOf('en-US')
export const toStation = 'Hongqiao Railway Station'

export const openForm = async (page: Page, qrId: string, say: Say = words) => {
  await page.goto(`/order/create/${qrId}`)
  await expect(page.getByRole('button', { name: say('orderForm.review') })).toBeEnabled()
}

export async function openConfirmation(page: Page, qrId: string, say: Say = words, place = toStation) {
  await openForm(page, qrId, say)
  await fillOrder(page, say, { place })
  await review(page, say)
  await expect(page.getByRole('main').getByRole('button').last()).toBeEnabled()
}

export const chip = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true })

export const choose = (page: Page, group: string, name: string) => chip(page, group, name).check()

export const part = (page: Page, field: string) => page.locator(`#field-${field}`)

/** Stores a draft, like an earlier visit. */
export const leavePreview = (page: Page, { account }: Traveller, changes: Partial<OrderPreview>) =>
  page.addInitScript(
    (preview) => {
      if (!localStorage.getItem('orderPreview')) localStorage.setItem('orderPreview', JSON.stringify(preview))
    },
    {
      version: 1,
      uin: account.uin,
      photos: [],
      agreedTerms: null,
      draftKey: 'd'.repeat(32),
      submission: null,
      orderId: null,
      ...changes,
    },
  )

export const countOrders = async ({ api }: Traveller): Promise<number> =>
  must(await api.call(listOrders, { query: { status: String(customerViews.all) } })).list.length
