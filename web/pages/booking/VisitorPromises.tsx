import { selectLivePrice } from '@handsfree/core/booking'
import { promiseWords } from '@handsfree/core/i18n'
import { cancelTermsWords } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { promiseList } from '../../parts/info/promise-list.ts'
import type { SectionProps } from './form-fields.ts'
import styles from './OrderForm.module.css'
import { useDraftPromises } from './useDraftPromises.ts'

/** What is promised of the time that is chosen, for somebody whom the QR code has led here first. */
export function VisitorPromises({ form }: SectionProps) {
  const intl = useIntl()
  const hasAccount = useSelector(form, ({ context }) => context.hasAccount)
  const terms = useDraftPromises(form)?.cancelTerms
  const isFree = useSelector(form, (snapshot) => selectLivePrice(snapshot).total.amount === 0)
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
