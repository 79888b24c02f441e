import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './FullScreen.module.css'
import { Modal } from './Modal.tsx'

export type FullScreenProps = {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
}

/** Black on white in every color scheme: others read it from a distance. */
export function FullScreen({ open, onClose, title, closeLabel, children }: FullScreenProps) {
  const titleId = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      titleId={titleId}
      className={styles.screen}
      viewport={styles.viewport}
      focusFirst
    >
      <div className={styles.bar}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <button className={styles.close} type="button" aria-label={closeLabel} onClick={onClose}>
          <X size={26} />
        </button>
      </div>
      <div className={styles.content}>{children}</div>
    </Modal>
  )
}
