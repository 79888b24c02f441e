import { lastQrId } from '@handsfree/core/order'
import { ScanQrCode } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { Button, Tag, TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'

const LastPlace = lazyScreen(() => import('./LastPlace.tsx'))

const scanIcon = (size: number) => <ScanQrCode size={size} aria-hidden="true" />

/** The last site ordered from on this device. */
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

export const ScanButton = ({ icon }: { icon?: ReactNode }) => (
  <>
    <Button kind="gold" size="large" href="/qr-code/scan" icon={icon}>
      <FormattedMessage id="home.scan" />
    </Button>
    <p className={styles.hint}>
      <FormattedMessage id="home.scanHint" />
    </p>
    <p className={styles.again}>
      <TextLink href="/start">
        <FormattedMessage id="home.start" />
      </TextLink>
    </p>
    <Again />
  </>
)

export const ScanBelow = () => (
  <div className={styles.scan}>
    <ScanButton icon={scanIcon(26)} />
  </div>
)

export const ScanCard = ({ children }: { children?: ReactNode }) => (
  <Tag eyelet>
    <div className={styles.viewfinder}>{scanIcon(64)}</div>
    {children}
  </Tag>
)
