import { createContact } from '@handsfree/core/account'
import { phoneHref } from '@handsfree/core/i18n'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { Headset, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Anchor, Button } from '../../ui/index.ts'
import styles from './SupportButton.module.css'

export type SupportButtonProps = {
  phone: string | undefined
  kind?: 'gold' | 'ghost' | undefined
  children: ReactNode
}

export const SupportButton = ({ phone, kind, children }: SupportButtonProps) => (
  <Button
    kind={kind}
    icon={<Phone size={20} aria-hidden="true" />}
    href={phone ? phoneHref(phone) : '/about'}
  >
    {children}
  </Button>
)

export function SupportCall({ phone }: { phone: string | undefined }) {
  const intl = useIntl()
  return phone ? (
    <Anchor
      className={styles.call}
      href={phoneHref(phone)}
      aria-label={intl.formatMessage({ id: 'order.callSupport' })}
    >
      <Headset size={20} aria-hidden="true" />
      {intl.formatMessage({ id: 'order.call' })}
    </Anchor>
  ) : null
}

export function useSupportPhone(): string | undefined {
  const contact = useScreenActor(createContact)
  return useSelector(contact, selectValue(contact))?.phone
}
