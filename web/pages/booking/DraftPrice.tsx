import {
  type DraftFormActor,
  type PlacementActor,
  selectLivePrice,
  selectQuote,
} from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { PriceLines } from '../../parts/format/PriceLines.tsx'
import styles from './OrderConfirm.module.css'

export type DraftPriceProps = { placement: PlacementActor; form: DraftFormActor }

export function DraftPrice({ placement, form }: DraftPriceProps) {
  const quote = useSelector(placement, selectQuote)
  const livePrice = useSelector(form, selectLivePrice, (a, b) => a.total.amount === b.total.amount)
  return (
    <>
      <h2 className={styles.title}>
        <FormattedMessage id="orderConfirm.price" />
      </h2>
      <PriceLines price={quote ?? livePrice} />
    </>
  )
}
