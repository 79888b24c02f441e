import type { ReactNode } from 'react'
import { Button, Page, StickyAction } from '../ui/index.ts'
import styles from './StageLayout.module.css'

export type StageLayoutProps = {
  bar: ReactNode
  tone: 'mint' | 'sky' | 'gold' | 'coral'
  icon: ReactNode
  ring?: ReactNode
  title: string
  detail: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** State of a payment: a picture, words, and what to do. The title is read out when it changes. */
export function StageLayout({ bar, tone, icon, ring, title, detail, action, children }: StageLayoutProps) {
  return (
    <Page bar={bar} action={action && <StickyAction>{action}</StickyAction>}>
      <div className={styles.stage}>
        <div className={styles.disc} data-tone={tone}>
          {icon}
          {ring}
        </div>
        <div role="status">
          <h2 className={styles.title}>{title}</h2>
        </div>
        <div className={styles.detail}>{detail}</div>
      </div>
      {children && <div className={styles.below}>{children}</div>}
    </Page>
  )
}

export const OrderLink = ({ orderId, children }: { orderId: string | undefined; children: ReactNode }) =>
  orderId === undefined ? null : (
    <Button kind="ghost" href={`/order/detail/${orderId}`}>
      {children}
    </Button>
  )
