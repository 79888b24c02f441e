import { X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useId } from 'react'
import { Modal } from './Modal.tsx'
import { Parts } from './Parts.tsx'
import styles from './Sheet.module.css'

export type SheetProps = {
  open: boolean
  /** A swipe down, a tap outside, Escape, "back", or the close button. */
  onClose: () => void
  title: string
  closeLabel: string
  /** Under the title, soft. */
  description?: ReactNode
  /** Stays at the bottom of the sheet while its content scrolls. */
  action?: ReactNode
  /** What has the focus afterwards, where it is not what opened the sheet. */
  returnTo?: () => HTMLElement | null
  children?: ReactNode
}

/** A panel that rises from the bottom. Focus moves in and comes back; what is behind rests. */
export function Sheet({
  open,
  onClose,
  title,
  closeLabel,
  description,
  action,
  returnTo,
  children,
}: SheetProps) {
  const id = useId()
  const titleId = `${id}-title`
  return (
    <Modal
      open={open}
      onClose={onClose}
      titleId={titleId}
      descriptionId={description ? `${id}-description` : undefined}
      className={styles.sheet}
      backdrop={styles.backdrop}
      viewport={styles.viewport}
      dismissible
      returnTo={returnTo}
    >
      <div className={styles.grip} aria-hidden="true" />
      <div className={styles.heading}>
        <div>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          {description && (
            <p className={styles.description} id={`${id}-description`}>
              <Parts text={description} />
            </p>
          )}
        </div>
        <button className={styles.close} type="button" aria-label={closeLabel} onClick={onClose}>
          <X size={22} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it groups no fields. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, also for those who have a keyboard only. */}
      <div className={styles.content} tabIndex={0} role="group" aria-labelledby={titleId}>
        <Content>{children}</Content>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </Modal>
  )
}

/** The frame is shown first: what is in it comes a moment later, in pieces that let it move. */
const Content = ({ children }: Pick<SheetProps, 'children'>) => useDeferredValue(true, false) && children
