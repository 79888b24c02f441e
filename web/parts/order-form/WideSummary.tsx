import { selectLivePrice, selectPlace } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useIsWide } from '../../app/useIsWide.ts'
import { FromTo, Tag } from '../../ui/index.ts'
import { PriceLines } from '../format/PriceLines.tsx'
import { TripTimes } from '../format/TripTimes.tsx'
import { type SectionProps, useDraftField } from './form-fields.ts'
import styles from './OrderForm.module.css'

type WideSummaryProps = SectionProps & {
  /** Set for changes, which only the server prices. */
  unpriced?: boolean
}

/** Shown where `Columns` has two columns. */
export function WideSummary(props: WideSummaryProps) {
  return useIsWide(700) ? <SummaryTag {...props} /> : null
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
          <TripTimes times={{ pickupTime, deliveryTime }} timeZone={place.site.timeZone} />
        </p>
      </Tag>
    </section>
  )
}
