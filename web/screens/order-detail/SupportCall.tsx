import { createContact } from '@handsfree/core/contact'
import { selectValue } from '@handsfree/core/resource'
import { useSelector } from '@xstate/react'
import { Headset } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { IconButton } from '../../ui/index.ts'

/** Customer service, one tap away; not there as long as its number is unknown. */
export function SupportCall() {
  const intl = useIntl()
  const contact = useScreenActor(createContact)
  const phone = useSelector(contact, selectValue(contact))?.phone
  return phone ? (
    <IconButton href={`tel:${phone}`} label={intl.formatMessage({ id: 'order.callSupport' })}>
      <Headset size={22} />
    </IconButton>
  ) : null
}
