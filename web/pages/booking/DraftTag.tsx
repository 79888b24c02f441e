import {
  areaOf,
  type DeliveryChoice,
  type DraftFormActor,
  type PlacementActor,
  selectDraft,
  selectDraftPhotos,
  selectLivePrice,
  selectPlace,
  selectQuote,
} from '@handsfree/core/booking'
import { cleanFieldsOf, orderFields, type QrSite, shownFieldNames } from '@handsfree/core/contract'
import { formatMaskedPhone, formatRoom, joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { PriceLines } from '../../parts/format/PriceLines.tsx'
import { TripTimes } from '../../parts/order-form/TripTimes.tsx'
import { FromTo, InlineList, Tag } from '../../ui/index.ts'
import styles from './OrderConfirm.module.css'
import { PhotoStrip } from './PhotoStrip.tsx'
import { TagPart } from './TagPart.tsx'

type DraftTagProps = { placement: PlacementActor; form: DraftFormActor }

export function DraftTag({ placement, form }: DraftTagProps) {
  const intl = useIntl()
  const place = useSelector(form, selectPlace)
  const draft = useSelector(form, selectDraft)
  const photos = useSelector(form, selectDraftPhotos)
  const hasOtherClock = useIsOtherTimeZone(place.site.timeZone)
  const { receiver } = draft
  const cleanFields = cleanFieldsOf(draft)
  const delivery = deliveryText(place, draft.delivery, intl)
  const room = formatRoom(draft.roomNumber, intl)
  return (
    <Tag eyelet tearOff={<Price placement={placement} form={form} />}>
      <TagPart placement={placement} part="route" title={intl.formatMessage({ id: 'orderForm.fromAndTo' })}>
        <FromTo
          from={{
            label: intl.formatMessage({ id: 'orderForm.from' }),
            name: place.site.name,
            detail: joinParts([room, place.location.address]),
          }}
          to={{ label: intl.formatMessage({ id: 'orderForm.to' }), ...delivery }}
        />
      </TagPart>
      <TagPart placement={placement} part="when" title={intl.formatMessage({ id: 'orderForm.when' })}>
        <div className={styles.strong}>
          <TripTimes times={draft} place={place} />
        </div>
        {hasOtherClock && (
          <div className="small">
            <FormattedMessage id="time.ofCity" values={{ city: place.site.regionName }} />
          </div>
        )}
      </TagPart>
      <TagPart placement={placement} part="bags" title={intl.formatMessage({ id: 'orderForm.bags' })}>
        <div className={styles.strong}>
          {joinParts([
            intl.formatMessage({ id: 'orderConfirm.bags' }, { count: draft.pieces }),
            intl.formatMessage({ id: 'orderForm.photoCount' }, { count: photos.length }),
          ])}
        </div>
        <PhotoStrip photos={photos} />
      </TagPart>
      <TagPart placement={placement} part="receiver" title={intl.formatMessage({ id: 'orderForm.receiver' })}>
        <div className={styles.strong}>{receiver.name}</div>
        <div className="small figures">
          <InlineList
            text={joinParts([
              receiver.who === 'me' && intl.formatMessage({ id: 'orderConfirm.collectedByYou' }),
              formatMaskedPhone(receiver),
            ])}
          />
        </div>
      </TagPart>
      {shownFieldNames.map((name) => {
        const { section, label } = orderFields[name]
        return (
          cleanFields[name] !== '' && (
            <TagPart
              key={name}
              placement={placement}
              part={section}
              title={intl.formatMessage({ id: label })}
            >
              <p className={styles.remarks}>{cleanFields[name]}</p>
            </TagPart>
          )
        )
      })}
    </Tag>
  )
}

function Price({ placement, form }: DraftTagProps) {
  const intl = useIntl()
  const quote = useSelector(placement, selectQuote)
  const livePrice = useSelector(form, selectLivePrice, (a, b) => a.total.amount === b.total.amount)
  return (
    <>
      <h2 className={styles.title}>{intl.formatMessage({ id: 'orderConfirm.price' })}</h2>
      <PriceLines price={quote ?? livePrice} />
    </>
  )
}

function deliveryText(
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
