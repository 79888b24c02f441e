import { claimCodeWords, spelledCode } from '@handsfree/core/words'
import { Maximize2, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Button, FullScreen, IconButton, QrCode } from '../ui/index.ts'
import styles from './ClaimCode.module.css'

export type ClaimCodeProps = {
  claimCode: string
  /** `large` is scanned from arm's length, `small` waits for the day of collecting. */
  size: 'small' | 'large'
}

/** The claim code for the counter; a touch shows it on the whole screen. It needs no network. */
export function ClaimCode({ claimCode, size }: ClaimCodeProps) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const qr = intl.formatMessage({ id: 'order.claimQr' }, { code: spelledCode(claimCode) })
  const title = intl.formatMessage({ id: 'claim.title' })
  const enlarge = intl.formatMessage({ id: 'claim.enlarge' })
  const isLarge = size === 'large'
  return (
    <section className={styles.claim} data-size={size} aria-label={title}>
      {isLarge && <QrCode value={claimCode} size={216} label={qr} />}
      <div className={styles.words}>
        <div className="small">{intl.formatMessage({ id: 'order.claimTitle' })}</div>
        <Letters claimCode={claimCode} />
        {isLarge && (
          <div className={styles.offline}>
            <WifiOff size={16} aria-hidden="true" />
            {intl.formatMessage({ id: 'order.worksOffline' })}
          </div>
        )}
      </div>
      {isLarge ? (
        <Button
          kind="gold"
          icon={<Maximize2 size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {enlarge}
        </Button>
      ) : (
        <IconButton kind="mint" aria-haspopup="dialog" label={enlarge} onClick={() => setOpen(true)}>
          <Maximize2 size={20} />
        </IconButton>
      )}
      <FullScreen
        open={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        closeLabel={intl.formatMessage({ id: 'common.close' })}
      >
        <div className={styles.whole}>
          <QrCode value={claimCode} size={320} label={qr} />
          <Letters claimCode={claimCode} />
        </div>
      </FullScreen>
    </section>
  )
}

/** Read letter by letter: "736" is no number. */
const Letters = ({ claimCode }: { claimCode: string }) => (
  <div className={styles.code}>
    <span aria-hidden="true">{claimCodeWords(claimCode)}</span>
    <span className="unseen">{spelledCode(claimCode)}</span>
  </div>
)
