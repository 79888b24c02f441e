import { readFileSync } from 'node:fs'
import { enter, newPaidOrder } from '../backend.ts'
import { expectAccessible, expectPhoneLayout, listen } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path } from '../own-address.ts'
import { test } from '../server-without-autopilot.ts'
import { typeIn } from '../type-in.ts'

const file = Buffer.from('%PDF-1.7\n发票 91310000MA1FL0000N\n')

inBothLanguages((say, locale) => {
  test(`requests an invoice, which an operator attaches and the traveller downloads, in ${locale}`, async ({
    browser,
    own,
  }) => {
    test.setTimeout(120_000)
    const { traveller, order } = await newPaidOrder(own.url)
    const { orderId } = order
    const open = async (viewport: { width: number; height: number }) => {
      const context = await browser.newContext({
        baseURL: own.url,
        locale,
        viewport,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      return {
        page,
        heard: listen(page),
        button: (name: string) => page.getByRole('button', { name, exact: true }),
      }
    }
    const phone = await open({ width: 390, height: 844 })
    const field = (name: string) => phone.page.getByRole('textbox', { name, exact: true })
    await enter(phone.page, traveller)
    await phone.page.goto(`/order/detail/${orderId}`)
    await phone.page.getByRole('link', { name: say('invoice.open') }).click()
    await expect(phone.page).toHaveURL(path(`/order/invoice/${orderId}`))
    await phone.button(say('invoice.send')).click()
    await expect(phone.page.getByText(say('invoice.nameRequired'))).toBeVisible()
    await typeIn(field(say('invoice.name', { buyer: 'company' })), 'Analytical Engines Ltd.')
    await typeIn(field(say('invoice.taxNumber')), '91310000MA1FL0000A')
    await typeIn(field(say('invoice.email')), 'accounts@engines.example')
    await phone.button(say('invoice.send')).click()
    await expect(phone.page.getByText(say('invoice.taxNumberInvalid'))).toBeVisible()
    await typeIn(field(say('invoice.taxNumber')), '91310000ma1fl0000n')
    // A reload keeps the typed text.
    await phone.page.reload()
    await expect(field(say('invoice.taxNumber'))).toHaveValue('91310000ma1fl0000n')
    await expectPhoneLayout(phone.page)
    await expectAccessible(phone.page)
    const tab = await phone.page.context().newPage()
    await tab.goto(`/order/invoice/${orderId}`)
    await expect(tab.getByRole('button', { name: say('invoice.send') })).toBeVisible()
    await phone.button(say('invoice.send')).click()
    const waiting = say('invoice.headline', { state: 'waiting' })
    await expect(phone.page.getByRole('heading', { name: waiting })).toBeVisible()
    await expect(tab.getByRole('heading', { name: waiting })).toBeVisible()
    await tab.close()
    await expectPhoneLayout(phone.page)

    const desk = await open({ width: 1280, height: 900 })
    await desk.page.goto('/crew?as=operator')
    await expect(desk.page.getByRole('searchbox')).toBeVisible()
    await desk.page.goto('/crew?kind=invoice')
    await desk.page
      .getByRole('row')
      .filter({ hasText: say('crewQueue.kind.invoice') })
      .getByRole('link')
      .click()
    await expect(desk.page.getByText('91310000MA1FL0000N')).toBeVisible()
    await expectAccessible(desk.page)
    const chosen = desk.page.locator('input[type=file][name=file]')
    const attach = desk.button(say('crewInvoice.attach', { kind: 'invoice' }))
    await chosen.setInputFiles({
      name: 'invoice.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<html>'),
    })
    await attach.click()
    await expect(
      desk.page.getByText(say('crewInvoice.refused', { reason: 'type', maxInvoiceMb: 2 })),
    ).toBeVisible()
    await chosen.setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: file })
    await attach.click()
    await expect(desk.button(say('crewInvoice.attach', { kind: 'replacement' }))).toBeVisible()

    const download = phone.button(say('invoice.download', { kind: 'invoice', type: 'PDF' }))
    await expect(download).toBeVisible()
    await expectPhoneLayout(phone.page)
    const coming = phone.page.waitForEvent('download')
    await download.click()
    const saved = await coming
    expect(saved.suggestedFilename()).toBe(`Handsfree-${order.orderNumber}-invoice.pdf`)
    expect(readFileSync(await saved.path()).equals(file)).toBe(true)
    // The server refused the first file.
    const isRefusal = (line: string) => line.includes('415')
    expect([...phone.heard, ...desk.heard.filter((line) => !isRefusal(line))]).toEqual([])
  })
})
