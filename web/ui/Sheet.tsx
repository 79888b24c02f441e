import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useId } from 'react'
import { useLayer } from './layers.ts'
import styles from './Sheet.module.css'

/**
 * Drawer registers these when the first sheet opens, for which Chromium computes the styles of the whole page again:
 * that takes less before the page is there.
 */
function registerProperties(): void {
  const known = [
    ['--drawer-swipe-movement-x', '<length>', '0px'],
    ['--drawer-swipe-movement-y', '<length>', '0px'],
    ['--drawer-snap-point-offset', '<length>', '0px'],
    ['--drawer-swipe-progress', '<number>', '0'],
    ['--drawer-swipe-strength', '<number>', '1'],
  ] as const
  for (const [name, syntax, initialValue] of known) {
    try {
      CSS.registerProperty({ name, syntax, initialValue, inherits: false })
    } catch {
      // Registered already, or not in this browser.
    }
  }
}
registerProperties()

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
  const titleId = useId()
  useLayer(open, onClose)
  return (
    <Drawer.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={styles.sheet} finalFocus={returnTo && (() => returnTo() ?? true)}>
            <div className={styles.grip} aria-hidden="true" />
            <div className={styles.heading}>
              <div>
                <Drawer.Title className={styles.title} id={titleId}>
                  {title}
                </Drawer.Title>
                {description && (
                  <Drawer.Description className={styles.description}>{description}</Drawer.Description>
                )}
              </div>
              <Drawer.Close className={styles.close} aria-label={closeLabel}>
                <X size={22} />
              </Drawer.Close>
            </div>
            {/* Long texts scroll, also for those who have a keyboard only. */}
            <Drawer.Content className={styles.content} tabIndex={0} role="group" aria-labelledby={titleId}>
              <Content>{children}</Content>
            </Drawer.Content>
            {action && <div className={styles.action}>{action}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

/** The frame is shown first: what is in it comes a moment later, in pieces that let it move. */
const Content = ({ children }: Pick<SheetProps, 'children'>) => useDeferredValue(true, false) && children
