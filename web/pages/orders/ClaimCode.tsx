import { cardContent, spellCode, splitClaimCode } from '@handsfree/core/orders'
import { Maximize2, WifiOff } from 'lucide-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { Button, FullScreen } from '../../ui/index.ts'
import styles from './ClaimCode.module.css'

/** Placeholder until the module loads, or if it isn't cached offline. The letters show without it. */
const QrPlaceholder = ({ size }: { size: number }) => (
  <svg className={styles.bone} width={size} height={size} aria-hidden="true" />
)
type CodeProps = { value: string; size: number; label: string }
const LazyQrCode = lazy<(props: CodeProps) => ReactElement>(() =>
  import('../../ui/QrCode.tsx').then(
    ({ QrCode }) => ({ default: QrCode }),
    () => ({ default: QrPlaceholder }),
  ),
)
const ClaimQr = (props: CodeProps) => (
  <Suspense fallback={<QrPlaceholder size={props.size} />}>
    <LazyQrCode {...props} />
  </Suspense>
)

export type ClaimCodeProps = {
  claimCode: string
  size: 'small' | 'large'
  kind?: 'gold' | 'ghost'
  /** Encoded in the QR code together with the claim code. */
  orderNumber: string
  /** Page that shows the code full-screen, also offline. Without it, a full-screen view opens in place. */
  href?: string
}

export function ClaimCode({ claimCode, orderNumber, size, kind = 'gold', href }: ClaimCodeProps) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const qr = intl.formatMessage({ id: 'order.claimQr' }, { code: spellCode(claimCode) })
  const title = intl.formatMessage({ id: 'claim.title' })
  const enlarge = intl.formatMessage({ id: 'claim.enlarge' })
  const isLarge = size === 'large'
  const content = cardContent({ orderNumber, claimCode })
  const opening = href ? { href } : { 'aria-haspopup': 'dialog' as const, onClick: () => setOpen(true) }
  return (
    <section className={styles.claim} data-size={size} aria-label={title}>
      {isLarge && <ClaimQr value={content} size={216} label={qr} />}
      <div className={styles.words}>
        <div className="small">{intl.formatMessage({ id: 'order.claimTitle' })}</div>
        <Letters claimCode={claimCode} />
        {isLarge && href && (
          <div className={styles.offline}>
            <WifiOff size={16} aria-hidden="true" />
            {intl.formatMessage({ id: 'order.worksOffline' })}
          </div>
        )}
      </div>
      {isLarge ? (
        <Button kind={kind} icon={<Maximize2 size={18} aria-hidden="true" />} {...opening}>
          {enlarge}
        </Button>
      ) : (
        <Button size="small" icon={<Maximize2 size={18} aria-hidden="true" />} {...opening}>
          {enlarge}
        </Button>
      )}
      <FullScreen
        open={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        closeLabel={intl.formatMessage({ id: 'common.close' })}
      >
        <div className={styles.whole}>
          <ClaimQr value={content} size={320} label={qr} />
          <Letters claimCode={claimCode} />
        </div>
      </FullScreen>
    </section>
  )
}

/** Screen readers must spell it: "736" isn't a number. */
const Letters = ({ claimCode }: { claimCode: string }) => (
  <div className={styles.code}>
    <span aria-hidden="true">{splitClaimCode(claimCode)}</span>
    <span className="unseen">{spellCode(claimCode)}</span>
  </div>
)
