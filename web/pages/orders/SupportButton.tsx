import { createContact } from '@handsfree/core/account'
import { phoneHref } from '@handsfree/core/i18n'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button } from '../../ui/index.ts'

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

export function useSupportPhone(): string | undefined {
  const contact = useScreenActor(createContact)
  return useSelector(contact, selectValue(contact))?.phone
}
