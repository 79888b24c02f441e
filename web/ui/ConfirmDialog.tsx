import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { useLayer } from './layers.ts'

export type ConfirmDialogProps = {
  open: boolean
  /** Escape, "back" or the button that leaves everything as it is; a tap outside does nothing. */
  onClose: () => void
  title: ReactNode
  description: ReactNode
  confirm: ReactNode
  cancelLabel: ReactNode
}

/** Asks once more before something is taken away. Focus moves in and comes back. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  confirm,
  cancelLabel,
}: ConfirmDialogProps) {
  useLayer(open, onClose)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} forceRender />
        <AlertDialog.Popup className={styles.dialog}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.description}>{description}</AlertDialog.Description>
          <div className={styles.actions}>
            {confirm}
            <AlertDialog.Close render={<Button kind="ghost">{cancelLabel}</Button>} />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
