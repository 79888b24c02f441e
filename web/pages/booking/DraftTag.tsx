import {
  areaOf,
  type DeliveryChoice,
  type DraftFormActor,
  type PlacementActor,
  selectDraft,
  selectDraftPhotos,
  selectPlace,
} from '@handsfree/core/booking'
import { cleanFieldsOf, orderFields, type QrSite, shownFieldNames } from '@handsfree/core/contract'
import { formatMaskedPhone, formatRoom, joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { TripTimes } from '../../parts/format/TripTimes.tsx'
import { FromTo, InlineList, langOf, Tag, TextLink } from '../../ui/index.ts'
import { DraftPrice } from './DraftPrice.tsx'
import { editPart } from './edit-part.ts'
import styles from './OrderConfirm.module.css'
import { PhotoStrip } from './PhotoStrip.tsx'
import { TagPart } from './TagPart.tsx'

type DraftTagProps = {
  placement: PlacementActor
  form: DraftFormActor
  /** False if the price is beside the tag. */
  isPriced: boolean
}

export function DraftTag({ placement, form, isPriced }: DraftTagProps) {
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
    <Tag eyelet tearOff={isPriced && <DraftPrice placement={placement} form={form} />}>
      <TagPart
        title={intl.formatMessage({ id: 'orderForm.fromAndTo' })}
        action={<ChangeLink placement={placement} />}
      >
        <FromTo
          from={{
            label: intl.formatMessage({ id: 'orderForm.from' }),
            name: place.site.name,
            detail: joinParts([room, place.location.address]),
          }}
          to={{ label: intl.formatMessage({ id: 'orderForm.to' }), ...delivery }}
        />
      </TagPart>
      <TagPart title={intl.formatMessage({ id: 'orderForm.when' })}>
        <div className={styles.strong}>
          <TripTimes times={draft} timeZone={place.site.timeZone} />
        </div>
        {hasOtherClock && (
          <div className="small">
            <FormattedMessage id="time.ofCity" values={{ city: place.site.regionName }} />
          </div>
        )}
      </TagPart>
      <TagPart title={intl.formatMessage({ id: 'orderForm.bags' })}>
        <div className={styles.strong}>
          {joinParts([
            intl.formatMessage({ id: 'orderConfirm.bags' }, { count: draft.pieces }),
            intl.formatMessage({ id: 'orderForm.photoCount' }, { count: photos.length }),
          ])}
        </div>
        <PhotoStrip photos={photos} />
      </TagPart>
      <TagPart title={intl.formatMessage({ id: 'orderForm.receiver' })}>
        <div className={styles.strong} lang={langOf(receiver.name)}>
          {receiver.name}
        </div>
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
        const { label } = orderFields[name]
        return (
          cleanFields[name] !== '' && (
            <TagPart key={name} title={intl.formatMessage({ id: label })}>
              <p className={styles.remarks} lang={langOf(cleanFields[name])}>
                {cleanFields[name]}
              </p>
            </TagPart>
          )
        )
      })}
    </Tag>
  )
}

/** Returns to the whole form, so that one link is enough. */
function ChangeLink({ placement }: Pick<DraftTagProps, 'placement'>) {
  const intl = useIntl()
  const canEdit = useSelector(placement, (snapshot) => snapshot.can({ type: 'order.edit', part: 'route' }))
  return (
    <TextLink
      disabled={!canEdit}
      aria-label={intl.formatMessage({ id: 'orderConfirm.change' })}
      onClick={() => editPart(placement, 'route')}
    >
      {intl.formatMessage({ id: 'orderForm.changeDelivery' })}
    </TextLink>
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
