import type { ComponentProps, ReactNode } from 'react'
import { Anchor } from './Anchor.tsx'
import styles from './IconButton.module.css'

type Shared = {
  /** The accessible name. */
  label: string
  /** `pine` for an action inside a card, `mint` for the same on a disc. */
  kind?: 'plain' | 'pine' | 'mint'
  /** The icon, 20 to 24 px. */
  children: ReactNode
}
export type IconButtonProps = Shared &
  (({ href: string } & Omit<ComponentProps<'a'>, 'href'>) | ({ href?: never } & ComponentProps<'button'>))

/** A round button or link of 44 px that shows an icon only. */
export function IconButton({ label, kind = 'plain', ...rest }: IconButtonProps) {
  const looks = { className: styles.button, 'aria-label': label, 'data-kind': kind }
  return rest.href === undefined ? (
    <button type="button" {...looks} {...rest} />
  ) : (
    <Anchor {...looks} {...rest} />
  )
}
