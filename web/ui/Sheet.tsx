import { X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useId } from 'react'
import { InlineList } from './InlineList.tsx'
import { Modal } from './Modal.tsx'
import styles from './Sheet.module.css'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  description?: ReactNode
  action?: ReactNode
  /** Focus target after closing; by default the element that opened it. */
  returnTo?: () => HTMLElement | null
  children?: ReactNode
}

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
              <InlineList text={description} />
            </p>
          )}
        </div>
        <button className={styles.close} type="button" aria-label={closeLabel} onClick={onClose}>
          <X size={22} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it doesn't group form fields. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll long texts. */}
      <div className={styles.content} tabIndex={0} role="group" aria-labelledby={titleId}>
        <Content>{children}</Content>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </Modal>
  )
}

/** Rendered after the sheet's first frame, in interruptible pieces, so that the opening animation stays smooth. */
const Content = ({ children }: Pick<SheetProps, 'children'>) => useDeferredValue(true, false) && children
