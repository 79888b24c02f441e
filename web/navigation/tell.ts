import type { App } from '@handsfree/core'
import { createIntl } from 'react-intl'

/** Shows a message over whatever page is there, from outside of React. */
export async function tell({ language }: App, id: string): Promise<void> {
  const { locale, messages } = language.getSnapshot().context
  if (!messages) return
  const { toast } = await import('../ui/toast.tsx')
  toast.show(createIntl({ locale, messages }).formatMessage({ id }), { urgent: true })
}
