import type { QrSite } from '@handsfree/core/api'
import {
  areaOf,
  type DeliveryChoice,
  type PlacementActor,
  selectDraft,
  selectDraftPhotos,
  selectLivePrice,
  selectPlace,
  selectQuote,
} from '@handsfree/core/order'
import { cleanLines } from '@handsfree/core/text'
import { useSelector } from '@xstate/react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { formatMaskedPhone, formatRoom, formatTime, joinParts, PriceLines } from '../../format/index.ts'
import { FromTo, Tag } from '../../ui/index.ts'
import styles from './OrderConfirm.module.css'
import { PhotoStrip } from './PhotoStrip.tsx'

/** The order as it will be placed, with the price torn off. */
export function DraftTag({ placement }: { placement: PlacementActor }) {
  const intl = useIntl()
  const now = useNow()
  const place = useSelector(placement, selectPlace)
  const draft = useSelector(placement, selectDraft)
  const photos = useSelector(placement, selectDraftPhotos)
  const quote = useSelector(placement, selectQuote)
  const livePrice = useSelector(placement, selectLivePrice, (a, b) => a?.total.amount === b?.total.amount)
  if (!place) return null
  const { timeZone, regionName: city } = place.site
  const time = (instant: string | null) => instant && formatTime(instant, { timeZone, now, intl, city })
  const delivery = deliveryWords(place, draft.delivery, intl)
  const price = quote ?? livePrice
  return (
    <Tag eyelet torn={price && <PriceLines price={price} />}>
      <FromTo
        from={{
          label: intl.formatMessage({ id: 'orderForm.from' }),
          name: place.site.name,
          detail: <StopDetail place={formatRoom(draft.roomNumber, intl)} time={time(draft.pickupTime)} />,
        }}
        to={{
          label: intl.formatMessage({ id: 'orderForm.to' }),
          name: delivery.name,
          detail: <StopDetail place={delivery.detail} time={time(draft.deliveryTime)} />,
        }}
      />
      <div className={styles.bags}>
        <PhotoStrip photos={photos} />
        <div className={styles.words}>
          <div className={styles.count}>
            <FormattedMessage id="orderConfirm.bags" values={{ count: draft.pieces }} />
          </div>
          <div className="small figures">
            <FormattedMessage
              id={draft.receiver.who === 'me' ? 'orderConfirm.collectedByYou' : 'orderConfirm.collectedBy'}
              values={{ name: draft.receiver.name }}
            />
            <br />
            {formatMaskedPhone(draft.receiver)}
          </div>
        </div>
      </div>
      {cleanLines(draft.remarks) !== '' && <p className={styles.remarks}>{draft.remarks}</p>}
    </Tag>
  )
}

const StopDetail = ({ place, time }: { place: string; time: string | null }) => (
  <>
    {place && <div>{place}</div>}
    <div className={styles.time}>{time}</div>
  </>
)

function deliveryWords(
  place: QrSite,
  delivery: DeliveryChoice | null,
  intl: IntlShape,
): { name: string; detail: string } {
  if (delivery?.kind === 'site') return { name: delivery.site.name, detail: delivery.site.address }
  return {
    name: delivery?.address ?? intl.formatMessage({ id: 'orderForm.ownAddress' }),
    detail: joinParts([areaOf(place, delivery?.regionId ?? '')?.name, delivery?.detail]),
  }
}
