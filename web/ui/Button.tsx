import type { ComponentProps, ReactNode } from 'react'
import { Anchor } from './Anchor.tsx'
import styles from './Button.module.css'

type Shared = {
  /**
   * `gold` the one thing to do now, one at most on a screen, `ghost` beside it and where a button is small, `coral`
   * takes something away, `quiet` leads to that.
   */
  kind?: 'gold' | 'ghost' | 'coral' | 'quiet'
  /** `large` is the hero of a screen, `small` is inside a card or a line. */
  size?: 'large' | 'regular' | 'small'
  icon?: ReactNode
  /** Work is under way: the button says so and takes no tap, but keeps the focus. */
  busy?: boolean
  children: ReactNode
}
export type ButtonProps = Shared &
  (({ href: string } & Omit<ComponentProps<'a'>, 'href'>) | ({ href?: never } & ComponentProps<'button'>))

/** A button, or with `href` a link that looks like one. `large` and `regular` fill the width. */
export function Button({
  size = 'regular',
  kind = size === 'small' ? 'ghost' : 'gold',
  icon,
  busy = false,
  children,
  ...rest
}: ButtonProps) {
  const looks = { className: styles.button, 'data-kind': kind, 'data-size': size }
  const content = (
    <>
      {busy ? <span className={styles.dots} aria-hidden="true" /> : icon}
      <span>{children}</span>
    </>
  )
  if (rest.href !== undefined) {
    return (
      <Anchor {...looks} {...rest}>
        {content}
      </Anchor>
    )
  }
  const { onClick, ...button } = rest
  return (
    <button
      type="button"
      {...looks}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...button}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {content}
    </button>
  )
}
