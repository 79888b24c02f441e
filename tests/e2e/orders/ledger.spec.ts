import { listClaims, operatorArriveAtDelivery } from '@handsfree/core/contract'
import { enter, must, newPaidOrder, operatorOf, readOrder, uploadPhoto } from '../backend.ts'
import { expectOnePrimaryButton, expectPhoneLayout } from '../checks.ts'
import { play } from '../desk.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, test } from '../own-address.ts'

inBothLanguages((say) => {
  test('confirms each answer about a bag, and offers a claim after either @nightly', async ({
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

    // The open page shows the question without a reload.
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
    await expect(card.getByText(say('ledger.noPhotoOfChange', { role: 'operator' }))).toBeVisible()
    await expectOnePrimaryButton(page)
    await expectPhoneLayout(page)

    // A mistaken tap can be undone.
    const yes = card.getByRole('button', { name: say('ledger.right'), exact: true })
    const dialog = page.getByRole('alertdialog')
    await yes.last().click()
    const agreed = say('ledger.agreed', { kind: 'seal', seal: '9931', former: bag?.sealNumber ?? '' })
    await expect(dialog).toContainText(say('ledger.confirmDetail', { effect: 'record', agreed }))
    await expectPhoneLayout(page)
    await dialog.getByRole('button', { name: say('ledger.checkAgain') }).click()
    await expect(dialog).toBeHidden()
    await expect(yes).toHaveCount(2)

    // Answering No opens a claim and says so. The other question stays open.
    const no = card.getByRole('button', { name: say('ledger.notRight') })
    await expect(no).toHaveCount(2)
    await no.last().click()
    await dialog.getByRole('button', { name: say('ledger.confirmSend.notRight') }).click()
    await expect(card.getByText(say('ledger.answered.notRight'))).toBeVisible()
    await expect(no).toHaveCount(1)
    const { list } = must(await traveller.api.call(listClaims, { params }))
    expect(list.map(({ kind, stage }) => [kind, stage])).toEqual([['changed', 'received']])
    await expectPhoneLayout(page)
    await page.reload()
    await expect(card.getByText(say('ledger.answered.notRight'))).toBeVisible()
    await expect(no).toHaveCount(1)

    // After agreeing that a bag is missing, the traveller can still claim it.
    await yes.click()
    await dialog.getByRole('button', { name: say('ledger.confirmSend.right') }).click()
    await expect(card.getByText(say('ledger.answered.noted'))).toBeVisible()
    await card.getByRole('link', { name: say('claim.new') }).click()
    await expect(page.getByRole('button', { name: say('claim.another') })).toBeVisible()
  })
})
