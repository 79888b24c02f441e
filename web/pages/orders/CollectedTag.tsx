import type { Order } from '@handsfree/core/contract'
import { bagsText, formatTime, joinParts, sealsText } from '@handsfree/core/i18n'
import { lastPlaceOf } from '@handsfree/core/orders'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { InlineList, Tag } from '../../ui/index.ts'
import styles from './CollectedTag.module.css'

/** The tag of a finished trip, torn off at the bottom: where and when the bags were collected, and by whom. */
export function CollectedTag({ order, time }: { order: Order; time: string }) {
  const intl = useIntl()
  const now = useNow()
  const { timeZone, cityName: city, receiver, bags, pieces } = order
  const seals = sealsText(
    intl,
    bags.map(({ sealNumber }) => sealNumber),
  )
  return (
    <Tag eyelet>
      <div className={styles.collected}>
        <div className="small">{intl.formatMessage({ id: 'orderStatus.handed' })}</div>
        <div className={styles.place}>{lastPlaceOf(order).name}</div>
        <div className={styles.fact}>
          <InlineList
            parts={[
              formatTime(time, { intl, now, timeZone, city }),
              <bdi key="receiver">{receiver.name}</bdi>,
            ]}
          />
        </div>
        <div className={styles.fact}>
          <InlineList text={joinParts([bagsText(intl, bags.length || pieces), seals])} />
        </div>
      </div>
      <div className={styles.edge} />
    </Tag>
  )
}
