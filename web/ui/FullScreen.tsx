import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './FullScreen.module.css'
import { useLayer } from './layers.ts'

export type FullScreenProps = {
  open: boolean
  /** Escape, "back" or the close button. */
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
}

/** The whole screen, black on white in every color scheme: to be read by another, at a distance. */
export function FullScreen({ open, onClose, title, closeLabel, children }: FullScreenProps) {
  useLayer(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className={styles.screen}>
          <div className={styles.bar}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close className={styles.close} aria-label={closeLabel}>
              <X size={26} />
            </Dialog.Close>
          </div>
          <div className={styles.content}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
