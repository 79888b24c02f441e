import { lastQrId } from '@handsfree/core/scanner'
import { ScanQrCode, Search } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { OptionalPart } from '../../app/OptionalPart.tsx'
import { useApp } from '../../app/useApp.ts'
import { Anchor, Button, Tag, TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'

const LastPlace = lazyScreen(() => import('./LastPlace.tsx'))

function RepeatLink() {
  const qrId = lastQrId(useApp())
  return (
    qrId && (
      <OptionalPart>
        <LastPlace qrId={qrId} />
      </OptionalPart>
    )
  )
}

/** Wide screens, which can't be held to a code, start with the search. */
const StartLinks = () => (
  <>
    <div className={styles.narrow}>
      <p className={styles.hint}>
        <FormattedMessage id="home.scanHint" />
      </p>
      <p className={styles.again}>
        <TextLink href="/start">
          <FormattedMessage id="home.start" />
        </TextLink>
      </p>
    </div>
    <RepeatLink />
  </>
)

type StartButtonsProps = { kind?: 'gold' | 'ghost' }

const StartButtons = ({ kind = 'gold' }: StartButtonsProps) => (
  <>
    <div className={styles.narrow}>
      <Button
        kind={kind}
        size="large"
        href="/qr-code/scan"
        icon={<ScanQrCode size={26} aria-hidden="true" />}
      >
        <FormattedMessage id="home.scan" />
      </Button>
    </div>
    <div className={styles.wide}>
      <Button kind={kind} size="large" href="/start" icon={<Search size={26} aria-hidden="true" />}>
        <FormattedMessage id="home.find" />
      </Button>
    </div>
  </>
)

export const ScanBelow = (props: StartButtonsProps) => (
  <div className={styles.scan}>
    <StartButtons {...props} />
    <StartLinks />
  </div>
)

export const ScanCard = () => (
  <>
    <Tag eyelet>
      <div className={styles.narrow}>
        <Anchor className={styles.card} href="/qr-code/scan">
          <span className={styles.viewfinder}>
            <ScanQrCode size={64} aria-hidden="true" />
          </span>
          <span className={styles.begin}>
            <FormattedMessage id="home.scan" />
          </span>
        </Anchor>
      </div>
      <div className={styles.wide}>
        <Anchor className={styles.card} href="/start">
          <span className={styles.field}>
            <Search size={20} aria-hidden="true" />
            <FormattedMessage id="home.findHint" />
          </span>
          <span className={styles.begin}>
            <FormattedMessage id="home.find" />
          </span>
        </Anchor>
      </div>
    </Tag>
    <StartLinks />
  </>
)
