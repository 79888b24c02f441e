import { phoneHref } from '@handsfree/core/format'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/index.ts'

export type SupportButtonProps = {
  /** The hotline's number; without it the button links to the page with the number. */
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
