import type { Locator } from '@playwright/test'

/** Types into a field key by key, as people do, over what stood there. */
export async function typeIn(field: Locator, text: string): Promise<void> {
  await field.clear()
  await field.pressSequentially(text)
}
