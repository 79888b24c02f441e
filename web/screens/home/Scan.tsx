import { lastQrId } from '@handsfree/core/order'
import { ScanQrCode } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { Button, Tag } from '../../ui/index.ts'
import styles from './Home.module.css'

const LastPlace = lazyScreen(() => import('./LastPlace.tsx'))

const scanIcon = (size: number) => <ScanQrCode size={size} aria-hidden="true" />

/** The place of the last order, for whoever has been at one with this device. */
function Again() {
  const qrId = lastQrId(useApp())
  return (
    qrId && (
      <Suspense>
        <LastPlace qrId={qrId} />
      </Suspense>
    )
  )
}

/** The one thing to do: scan the code at the place where the bags are. */
export const ScanButton = ({ icon }: { icon?: ReactNode }) => (
  <>
    <Button kind="gold" size="large" href="/qr-code/scan" icon={icon}>
      <FormattedMessage id="home.scan" />
    </Button>
    <p className={styles.hint}>
      <FormattedMessage id="home.scanHint" />
    </p>
    <Again />
  </>
)

/** The button under a tag. */
export const ScanBelow = () => (
  <div className={styles.scan}>
    <ScanButton icon={scanIcon(26)} />
  </div>
)

/** A tag on which nothing is written yet. */
export const ScanCard = ({ children }: { children?: ReactNode }) => (
  <Tag eyelet>
    <div className={styles.viewfinder}>{scanIcon(64)}</div>
    {children}
  </Tag>
)
