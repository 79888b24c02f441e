import { lastQrId } from '@handsfree/core/scanner'
import { ScanQrCode } from 'lucide-react'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { useApp } from '../../app/useApp.ts'
import { Anchor, Button, Tag, TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'

const LastPlace = lazyScreen(() => import('./LastPlace.tsx'))

function RepeatLink() {
  const qrId = lastQrId(useApp())
  return (
    qrId && (
      <Suspense>
        <LastPlace qrId={qrId} />
      </Suspense>
    )
  )
}

const StartLinks = () => (
  <>
    <p className={styles.hint}>
      <FormattedMessage id="home.scanHint" />
    </p>
    <p className={styles.again}>
      <TextLink href="/start">
        <FormattedMessage id="home.start" />
      </TextLink>
    </p>
    <RepeatLink />
  </>
)

export const ScanBelow = ({ kind = 'gold' }: { kind?: 'gold' | 'ghost' }) => (
  <div className={styles.scan}>
    <Button kind={kind} size="large" href="/qr-code/scan" icon={<ScanQrCode size={26} aria-hidden="true" />}>
      <FormattedMessage id="home.scan" />
    </Button>
    <StartLinks />
  </div>
)

export const ScanCard = () => (
  <>
    <Tag eyelet>
      <Anchor className={styles.card} href="/qr-code/scan">
        <span className={styles.viewfinder}>
          <ScanQrCode size={64} aria-hidden="true" />
        </span>
        <span className={styles.begin}>
          <FormattedMessage id="home.scan" />
        </span>
      </Anchor>
    </Tag>
    <StartLinks />
  </>
)
