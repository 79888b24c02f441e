import { phoneHref } from '@handsfree/core/format'
import { Headset } from 'lucide-react'
import { useIntl } from 'react-intl'
import { IconButton } from '../../ui/index.ts'

/** Customer service, one tap away; not there as long as its number is unknown. */
export function SupportCall({ phone }: { phone: string | undefined }) {
  const intl = useIntl()
  return phone ? (
    <IconButton href={phoneHref(phone)} label={intl.formatMessage({ id: 'order.callSupport' })}>
      <Headset size={22} />
    </IconButton>
  ) : null
}
