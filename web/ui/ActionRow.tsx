import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './ActionRow.module.css'
import { Anchor } from './Anchor.tsx'

type Shared = {
  icon: ReactNode
  /** `quiet` leads to a destructive action. */
  kind?: 'plain' | 'quiet'
  /** Announces that work is in progress and ignores taps, but keeps the focus. */
  busy?: boolean
  children: ReactNode
}
export type ActionRowProps = Shared &
  ({ href: string } | ({ href?: never } & Pick<ComponentProps<'button'>, 'onClick' | 'aria-haspopup'>))

/** One action of a grouped list, inside `<Card kind="rows">`. */
export function ActionRow({ icon, kind = 'plain', busy = false, children, ...rest }: ActionRowProps) {
  const opens = rest.href !== undefined || rest['aria-haspopup'] !== undefined
  const content = (
    <>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>{children}</span>
      {opens && <ChevronRight className={styles.forward} size={18} aria-hidden="true" />}
    </>
  )
  return (
    <li className={styles.row}>
      {rest.href === undefined ? (
        <button
          type="button"
          className={styles.act}
          data-kind={kind}
          aria-busy={busy || undefined}
          aria-disabled={busy || undefined}
          {...rest}
          onClick={(event) => (busy ? event.preventDefault() : rest.onClick?.(event))}
        >
          {content}
        </button>
      ) : (
        <Anchor className={styles.act} data-kind={kind} href={rest.href}>
          {content}
        </Anchor>
      )}
    </li>
  )
}
