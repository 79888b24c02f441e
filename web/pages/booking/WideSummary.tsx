import { selectLivePrice, selectPlace } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { PriceLines } from '../../parts/format/PriceLines.tsx'
import { FromTo, Tag } from '../../ui/index.ts'
import { type SectionProps, useDraftField } from './form-fields.ts'
import styles from './OrderForm.module.css'
import { TripTimes } from './TripTimes.tsx'

const wideQuery = '(min-width: 900px)'
const watchWidth = (listener: () => void) => {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

type WideSummaryProps = SectionProps & {
  /** Set for changes, which only the server prices. */
  unpriced?: boolean
}

export function WideSummary(props: WideSummaryProps) {
  const isWide = useSyncExternalStore(
    watchWidth,
    () => matchMedia(wideQuery).matches,
    () => false,
  )
  return isWide ? <SummaryTag {...props} /> : null
}

function SummaryTag({ form, unpriced }: WideSummaryProps) {
  const intl = useIntl()
  const place = useSelector(form, selectPlace)
  const delivery = useDraftField(form, 'delivery')
  const pickupTime = useDraftField(form, 'pickupTime')
  const deliveryTime = useDraftField(form, 'deliveryTime')
  const price = useSelector(form, selectLivePrice, (a, b) => a.total.amount === b.total.amount)
  const to = delivery?.kind === 'custom' ? delivery.address : delivery?.site.name
  return (
    <section className={styles.overview} aria-label={intl.formatMessage({ id: 'orderForm.overview' })}>
      <Tag eyelet tearOff={!unpriced && <PriceLines price={price} />}>
        <FromTo
          from={{ label: intl.formatMessage({ id: 'orderForm.from' }), name: place.site.name }}
          to={{
            label: intl.formatMessage({ id: 'orderForm.to' }),
            name: to || (
              <span className={styles.unset}>{intl.formatMessage({ id: 'orderForm.noDelivery' })}</span>
            ),
          }}
        />
        <p className={styles.overviewTimes}>
          <TripTimes times={{ pickupTime, deliveryTime }} place={place} />
        </p>
      </Tag>
    </section>
  )
}
