import { listClaims, operatorArriveAtDelivery } from '@handsfree/core/api'
import { enter, must, newPaidOrder, operatorOf, readOrder, uploadPhoto } from './backend.ts'
import { expectGoodOnPhones, expectOneGold } from './checks.ts'
import { play } from './desk.ts'
import { inBothLanguages } from './in-both-languages.ts'
import { expect, test } from './own-address.ts'

inBothLanguages((say) => {
  test('shows both ends of a bag side by side, and opens a claim for what is not right', async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    const operator = operatorOf(baseURL)
    const params = { orderId: order.orderId }
    await play(operator, order, 'reviewing', 'in_transit')
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()

    // The open page leads to what is asked, by itself.
    const [bag] = (await readOrder(traveller, order.orderId)).bags
    const photos = [await uploadPhoto(operator, `/operator/orders/${order.orderId}/photos`, 2)]
    const bags = [{ tagCode: bag?.tagCode ?? '', sealNumber: '9931', photos }]
    must(await operator.call(operatorArriveAtDelivery, { params, body: { bags } }))
    await expect(page.getByRole('heading', { name: say('ledger.asks.count') })).toBeVisible()
    await page
      .getByRole('link', { name: say('ledger.check') })
      .first()
      .click()

    const seal = page.getByRole('heading', {
      name: say('ledger.question.seal', { seal: '9931', former: bag?.sealNumber ?? '' }),
    })
    await expect(seal).toBeVisible()
    const card = page.getByRole('region', { name: say('ledger.questions') })
    await expect(card.getByRole('img')).not.toHaveCount(0)
    await expectOneGold(page)
    await expectGoodOnPhones(page)

    // No opens a claim, and says so; the other question stays open.
    const no = card.getByRole('button', { name: say('ledger.notRight') })
    await expect(no).toHaveCount(2)
    await no.last().click()
    await expect(card.getByText(say('ledger.answered.notRight'))).toBeVisible()
    await expect(no).toHaveCount(1)
    const { list } = must(await traveller.api.call(listClaims, { params }))
    expect(list.map(({ kind, stage }) => [kind, stage])).toEqual([['changed', 'received']])
    await expectGoodOnPhones(page)
    await page.reload()
    await expect(card.getByText(say('ledger.answered.notRight'))).toBeVisible()
    await expect(no).toHaveCount(1)
  })
})
