import { ScanQrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button, Tag } from '../../ui/index.ts'
import styles from './Home.module.css'

/** The one thing to do: scan the code at the place where the bags are. */
export const ScanButton = () => (
  <>
    <Button kind="gold" size="large" href="/qr-code/scan" icon={<ScanQrCode size={26} aria-hidden="true" />}>
      <FormattedMessage id="home.scan" />
    </Button>
    <p className={styles.hint}>
      <FormattedMessage id="home.scanHint" />
    </p>
  </>
)

/** A tag on which nothing is written yet. */
export const ScanCard = ({ children }: { children?: ReactNode }) => (
  <Tag eyelet>
    <div className={styles.viewfinder}>
      <ScanQrCode size={64} aria-hidden="true" />
    </div>
    {children}
  </Tag>
)
