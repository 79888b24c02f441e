import { type DraftFormActor, type PlacementActor, selectPlace, selectPrice } from '@handsfree/core/booking'
import { formatTime, isOtherTimeZone, promiseText } from '@handsfree/core/i18n'
import { cancelTermsText } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { Clock, HandHelping, Undo2 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { Card, Row, Section } from '../../ui/index.ts'
import { useDraftPromises } from './useDraftPromises.ts'

/** In the pickup site's time zone. */
export function PromiseList({ placement, form }: { placement: PlacementActor; form: DraftFormActor }) {
  const intl = useIntl()
  const now = useNow()
  const place = useSelector(form, selectPlace)
  const promises = useDraftPromises(form)
  const total = useSelector(placement, (snapshot) => selectPrice(snapshot)?.total.amount)
  if (!promises) return null
  const { timeZone, regionName: city } = place.site
  const time = (instant: number) => formatTime(instant, { timeZone, now, intl, inSentence: true })
  const isFree = promises.cancelTerms === 'freeUntil'
  return (
    <Section title={intl.formatMessage({ id: 'orderConfirm.promises' })}>
      <Card kind="rows">
        <Row
          icon={<Clock size={20} />}
          title={
            isFree ? (
              <FormattedMessage
                id="promises.cancel.freeUntil"
                values={{ time: <b>{time(promises.freeCancellationUntil)}</b> }}
              />
            ) : (
              cancelTermsText(intl, promises.cancelTerms, {
                time: '',
                price: total === 0 ? 'free' : 'other',
              })
            )
          }
          detail={
            isFree && isOtherTimeZone(promises.freeCancellationUntil, timeZone, intl.timeZone) ? (
              <FormattedMessage id="time.ofCity" values={{ city }} />
            ) : undefined
          }
        />
        <Row icon={<HandHelping size={20} />} title={promiseText(intl, 'freeWait')} />
        {total !== 0 && <Row icon={<Undo2 size={20} />} title={promiseText(intl, 'refusal')} />}
      </Card>
    </Section>
  )
}
