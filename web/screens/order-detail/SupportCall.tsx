import { phoneHref } from '@handsfree/core/format'
import { Headset } from 'lucide-react'
import { useIntl } from 'react-intl'
import { IconButton } from '../../ui/index.ts'

/** Calls customer service; nothing while its number is unknown. */
export function SupportCall({ phone }: { phone: string | undefined }) {
  const intl = useIntl()
  return phone ? (
    <IconButton href={phoneHref(phone)} label={intl.formatMessage({ id: 'order.callSupport' })}>
      <Headset size={22} />
    </IconButton>
  ) : null
}
