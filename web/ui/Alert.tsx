import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Alert.module.css'

export type AlertProps = {
  tone: 'coral' | 'sky' | 'mint'
  panel?: boolean
  action?: ReactNode
  children: ReactNode
}

const icons = { coral: CircleAlert, sky: Info, mint: CircleCheck }

/** Screen readers announce errors immediately, other tones politely. */
export function Alert({ tone, panel = false, action, children }: AlertProps) {
  const Icon = icons[tone]
  return (
    <div className={styles.alert} data-tone={tone} data-panel={panel || undefined}>
      <Icon size={18} aria-hidden="true" />
      <div className={styles.content}>
        <div className={styles.words} role={tone === 'coral' ? 'alert' : 'status'}>
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}
