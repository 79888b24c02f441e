import type { ComponentProps, ReactNode } from 'react'
import { Anchor } from './Anchor.tsx'
import styles from './Button.module.css'

type Shared = {
  /**
   * `gold`: the main action, at most one per screen. `ghost`: secondary or small. `coral`: destructive. `quiet`: leads
   * to a destructive action.
   */
  kind?: 'gold' | 'ghost' | 'coral' | 'quiet'
  /** `large`: hero of a screen. `small`: inside a card or line. */
  size?: 'large' | 'regular' | 'small'
  icon?: ReactNode
  /** Announces that work is in progress and ignores taps, but keeps the focus. */
  busy?: boolean
  children: ReactNode
}
export type ButtonProps = Shared &
  (({ href: string } & Omit<ComponentProps<'a'>, 'href'>) | ({ href?: never } & ComponentProps<'button'>))

/** With `href`, a link that looks like a button. `large` and `regular` fill the width. */
export function Button({
  size = 'regular',
  kind = size === 'small' ? 'ghost' : 'gold',
  icon,
  busy = false,
  children,
  ...rest
}: ButtonProps) {
  const styleProps = { className: styles.button, 'data-kind': kind, 'data-size': size }
  const content = (
    <>
      {busy ? <span className={styles.dots} aria-hidden="true" /> : icon}
      <span>{children}</span>
    </>
  )
  if (rest.href !== undefined) {
    return (
      <Anchor {...styleProps} {...rest}>
        {content}
      </Anchor>
    )
  }
  const { onClick, ...button } = rest
  return (
    <button
      type="button"
      {...styleProps}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...button}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {content}
    </button>
  )
}
