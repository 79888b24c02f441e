import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Modal } from './Modal.tsx'

export type ConfirmDialogProps = {
  open: boolean
  /** Called on Escape, "back" and the cancel button. Taps outside are ignored. */
  onClose: () => void
  title: ReactNode
  description: ReactNode
  confirm: ReactNode
  cancelLabel: ReactNode
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  confirm,
  cancelLabel,
}: ConfirmDialogProps) {
  const id = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      role="alertdialog"
      titleId={`${id}-title`}
      descriptionId={`${id}-description`}
      className={styles.dialog}
      backdrop={styles.backdrop}
      viewport={styles.viewport}
      focusFirst
    >
      <h2 className={styles.title} id={`${id}-title`}>
        {title}
      </h2>
      <p className={styles.description} id={`${id}-description`}>
        {description}
      </p>
      <div className={styles.actions}>
        {confirm}
        <Button kind="ghost" onClick={onClose}>
          {cancelLabel}
        </Button>
      </div>
    </Modal>
  )
}
