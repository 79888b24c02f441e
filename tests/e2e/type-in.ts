import type { Locator } from '@playwright/test'

/** Replaces a field's text key by key, like a person. */
export async function typeIn(field: Locator, text: string): Promise<void> {
  await field.clear()
  await field.pressSequentially(text)
}
