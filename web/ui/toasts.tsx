import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { makeInertBehind } from './inert-behind.ts'
import styles from './toasts.module.css'

/** Display time in ms (spec section 9). */
export const toastMs = 2000

const manager = Toast.createToastManager<{ closeLabel?: string }>()
let mounted = false

/** A separate React root: toasts outlive the screen that shows them, and load on demand. */
function mount() {
  if (mounted) return
  mounted = true
  const host = document.body.appendChild(document.createElement('div'))
  host.dataset.aboveSheets = ''
  const root = createRoot(host)
  // The manager drops toasts added before the provider subscribes.
  flushSync(() =>
    root.render(
      <Toast.Provider toastManager={manager} timeout={toastMs} limit={1}>
        <Toast.Portal container={host}>
          {/* Without a label, because Base UI's default is English. */}
          <Toast.Viewport className={styles.viewport} role="status" aria-label={undefined}>
            <Toasts />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>,
    ),
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager<{ closeLabel?: string }>()
  const isBlocking = toasts.some(
    ({ type, transitionStatus }) => type === 'loading' && transitionStatus !== 'ending',
  )
  return (
    <>
      {isBlocking && <Blocker />}
      {toasts.map((toast) => (
        <Toast.Root
          className={styles.toast}
          toast={toast}
          key={toast.id}
          data-type={toast.type}
          swipeDirection={[]}
        >
          <Toast.Content className={styles.content}>
            {toast.type === 'loading' && <span className={styles.dots} aria-hidden="true" />}
            <Toast.Title render={<p />} />
            {toast.data?.closeLabel && (
              <Toast.Close className={styles.close} aria-label={toast.data.closeLabel}>
                <X size={20} />
              </Toast.Close>
            )}
          </Toast.Content>
        </Toast.Root>
      ))}
    </>
  )
}

/** Blocks all input while something is sent, and restores the focus afterwards. */
function Blocker() {
  useEffect(() => {
    const focused = document.activeElement
    const wake = makeInertBehind()
    return () => {
      wake()
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
    }
  }, [])
  return <div className={styles.blocker} />
}

export const toasts = {
  show(text: string): void {
    mount()
    manager.add({ title: text, timeout: toastMs, priority: 'low' })
  },
  showUntilClosed(text: string, closeLabel: string): void {
    mount()
    manager.add({ title: text, timeout: 0, priority: 'high', data: { closeLabel } })
  },
  loading(text: string): () => void {
    mount()
    const id = manager.add({ title: text, type: 'loading', timeout: 0, priority: 'high' })
    return () => manager.close(id)
  },
}
