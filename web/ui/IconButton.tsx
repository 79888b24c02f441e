import type { ComponentProps, ReactNode } from 'react'
import { Anchor } from './Anchor.tsx'
import styles from './IconButton.module.css'

type Shared = {
  label: string
  /** `pine`: action inside a card. `mint`: the same on a disc. */
  kind?: 'plain' | 'pine' | 'mint'
  children: ReactNode
}
export type IconButtonProps = Shared &
  (({ href: string } & Omit<ComponentProps<'a'>, 'href'>) | ({ href?: never } & ComponentProps<'button'>))

/** 44 px, the minimum touch target. */
export function IconButton({ label, kind = 'plain', ...rest }: IconButtonProps) {
  const looks = { className: styles.button, 'aria-label': label, 'data-kind': kind }
  return rest.href === undefined ? (
    <button type="button" {...looks} {...rest} />
  ) : (
    <Anchor {...looks} {...rest} />
  )
}
