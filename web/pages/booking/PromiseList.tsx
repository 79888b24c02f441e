import { type DraftFormActor, type PlacementActor, selectPrice } from '@handsfree/core/booking'
import { promiseText } from '@handsfree/core/i18n'
import { cancelTermsText } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { Clock, HandHelping, Undo2 } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Card, Row, Section } from '../../ui/index.ts'
import { useDraftPromises } from './useDraftPromises.ts'

/** Free cancellation is beside the Pay button instead. */
export function PromiseList({ placement, form }: { placement: PlacementActor; form: DraftFormActor }) {
  const intl = useIntl()
  const promises = useDraftPromises(form)
  const total = useSelector(placement, (snapshot) => selectPrice(snapshot)?.total.amount)
  if (!promises) return null
  return (
    <Section title={intl.formatMessage({ id: 'orderConfirm.promises' })}>
      <Card kind="rows">
        {promises.cancelTerms !== 'freeUntil' && (
          <Row
            icon={<Clock size={20} />}
            title={cancelTermsText(intl, promises.cancelTerms, {
              time: '',
              price: total === 0 ? 'free' : 'other',
            })}
          />
        )}
        <Row icon={<HandHelping size={20} />} title={promiseText(intl, 'freeWait')} />
        {total !== 0 && <Row icon={<Undo2 size={20} />} title={promiseText(intl, 'refusal')} />}
      </Card>
    </Section>
  )
}
