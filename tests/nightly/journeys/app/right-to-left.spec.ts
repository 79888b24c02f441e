import { enter, newTraveller, placeOrder } from '../../../e2e/backend.ts'
import { expect, test } from '../../../e2e/own-address.ts'

const written = /^\+971 50 \*+ 4567$/

test('shows a phone number from left to right behind a right-to-left name', async ({ page, baseURL }) => {
  const traveller = await newTraveller(baseURL)
  const receiver = { name: 'محمد العتيبي', dialCode: '971', phoneNumber: '501234567' }
  const { orderId } = await placeOrder(traveller, { receiver })
  await enter(page, traveller)
  await page.goto(`/order/detail/${orderId}`)
  const number = page.getByText(written)
  await expect(number).toBeVisible()
  const shown = await number.evaluate(({ firstChild }) => {
    const range = document.createRange()
    const signs = [...(firstChild?.textContent ?? '')].map((sign, index) => {
      range.setStart(firstChild as Node, index)
      range.setEnd(firstChild as Node, index + 1)
      return { sign, left: range.getBoundingClientRect().left }
    })
    return signs.sort((one, other) => one.left - other.left).map(({ sign }) => sign)
  })
  expect(shown.join('')).toMatch(written)
})
