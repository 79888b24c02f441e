import { phoneHref } from '@handsfree/core/format'
import { usableClaimCode } from '@handsfree/core/order'
import { claimCodeWords } from '@handsfree/core/words'
import { Phone, Truck, WifiOff } from 'lucide-react'
import { useIntl } from 'react-intl'
import { IconButton, QrCode, Tag } from '../../ui/index.ts'
import styles from './ClaimTag.module.css'
import type { OrderProps } from './order-props.ts'

/** The claim code for the counter, and the courier; nothing before payment and after the handover. */
export function ClaimTag({ order }: OrderProps) {
  const intl = useIntl()
  const claimCode = usableClaimCode(order)
  if (!claimCode) return null
  const code = claimCodeWords(claimCode)
  return (
    <Tag torn={order.courier && <CourierLine courier={order.courier} />}>
      <div className={styles.claim}>
        <QrCode value={claimCode} size={116} label={intl.formatMessage({ id: 'order.claimQr' }, { code })} />
        <div>
          <div className="small">{intl.formatMessage({ id: 'order.claimTitle' })}</div>
          <div className={styles.code}>{code}</div>
          <div className={styles.offline}>
            <WifiOff size={16} aria-hidden="true" />
            {intl.formatMessage({ id: 'order.worksOffline' })}
          </div>
        </div>
      </div>
    </Tag>
  )
}

function CourierLine({
  courier: { name, phone, plate },
}: {
  courier: NonNullable<OrderProps['order']['courier']>
}) {
  const intl = useIntl()
  return (
    <div className={styles.courier}>
      <span className={styles.disc}>
        <Truck size={20} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <div className={styles.name}>
          <span className="unseen">{intl.formatMessage({ id: 'order.courier' })} </span>
          {name}
        </div>
        {plate && <div className="small">{intl.formatMessage({ id: 'order.plate' }, { plate })}</div>}
      </div>
      {phone && (
        <IconButton
          kind="mint"
          href={phoneHref(phone)}
          label={intl.formatMessage({ id: 'order.callCourier' }, { name })}
        >
          <Phone size={20} />
        </IconButton>
      )}
    </div>
  )
}
