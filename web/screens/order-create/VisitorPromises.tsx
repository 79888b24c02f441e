import { selectLivePrice } from '@handsfree/core/order'
import { cancelTermsWords, promiseWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { promiseList } from '../../info/promise-list.ts'
import { usePlacementPromises } from '../../order/usePlacementPromises.ts'
import styles from './OrderForm.module.css'
import type { SectionProps } from './useField.ts'

/** What is promised of the time that is chosen, for somebody whom the QR code has led here first. */
export function VisitorPromises({ placement }: SectionProps) {
  const intl = useIntl()
  const hasAccount = useSelector(placement, ({ context }) => context.hasAccount)
  const terms = usePlacementPromises(placement)?.cancelTerms
  const isFree = useSelector(placement, (snapshot) => selectLivePrice(snapshot)?.total.amount === 0)
  if (hasAccount) return null
  return (
    <ul className={styles.promises}>
      {promiseList.map(({ id, Icon }) => (
        <li key={id}>
          <Icon size={16} aria-hidden="true" />
          {id === 'freeCancellation' && terms !== undefined && terms !== 'freeUntil'
            ? cancelTermsWords(intl, terms, { time: '', price: isFree ? 'free' : 'other' })
            : promiseWords(intl, id)}
        </li>
      ))}
    </ul>
  )
}
