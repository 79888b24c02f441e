import type { PaymentEvent, paymentMachine } from '@handsfree/core/payments'
import { policy } from '@handsfree/core/policy'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { SnapshotFrom } from 'xstate'
import { Button, Card, Page, StickyAction } from '../../ui/index.ts'
import styles from './StageLayout.module.css'

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>

export type StageProps = {
  snapshot: PaymentSnapshot
  send: (event: PaymentEvent) => void
  bar: ReactNode
}

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

/** Screen readers announce a changed title. */
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

type IconCardProps = { icon: ReactNode; title: string; children: ReactNode }

export const IconCard = ({ icon, title, children }: IconCardProps) => (
  <Card>
    <div className={styles.alert}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        {title}
        <div className="small">{children}</div>
      </div>
    </div>
  </Card>
)

export function LeaveCard() {
  const intl = useIntl()
  return (
    <IconCard icon={<ShieldCheck size={22} />} title={intl.formatMessage({ id: 'payment.leaveTitle' })}>
      {intl.formatMessage({ id: 'payment.leaveDetail' }, policy)}
    </IconCard>
  )
}
