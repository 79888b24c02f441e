import { dayPartOf, type FormPart } from '@handsfree/core/booking'
import { expect, type Page } from '@playwright/test'
import type { Say } from './words.ts'

/** Unfolds a part of the order form if it is folded. */
export async function unfold(page: Page, part: FormPart): Promise<void> {
  const section = page.locator(`#part-${part}`)
  await expect(section).toBeVisible()
  const change = page.locator(`#change-${part}`)
  // The form unfolds a restored draft after loading, so the link may disappear before the click.
  await expect(async () => {
    if (await change.isVisible()) await change.click({ timeout: 2_000 })
    await expect(change).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

/** Chooses a visible slot; `time` is in 24-hour format. */
export async function chooseSlot(page: Page, say: Say, field: 'pickupTime' | 'deliveryTime', time: string) {
  await unfold(page, 'when')
  const picker = page.locator(`#field-${field}`)
  const part = say(`orderForm.dayPart.${dayPartOf(`2026-01-01T${time}`)}`)
  const segment = picker.getByRole('button', { name: part, exact: true })
  // A day with one part has no part buttons.
  if (await segment.isVisible()) await segment.click()
  const slot = picker
    .getByRole('radiogroup', { name: say(`orderForm.${field}`), exact: true })
    .getByRole('radio', { name: say.hour(time), exact: true })
  await slot.check({ force: true })
  await expect(slot).toBeChecked()
}

export async function chooseDay(page: Page, say: Say, field: 'pickupDay' | 'deliveryDay', day: string) {
  await unfold(page, 'when')
  const chip = page
    .getByRole('radiogroup', { name: say(`orderForm.${field}`), exact: true })
    .getByRole('radio', { name: day, exact: true })
  await chip.check({ force: true })
  await expect(chip).toBeChecked()
}

export async function chooseTimes(
  page: Page,
  say: Say,
  { pickup, delivery }: Record<'pickup' | 'delivery', string>,
) {
  await chooseDay(page, say, 'pickupDay', say('time.tomorrow'))
  await chooseSlot(page, say, 'pickupTime', pickup)
  await chooseDay(page, say, 'deliveryDay', say('time.tomorrow'))
  await chooseSlot(page, say, 'deliveryTime', delivery)
}
