import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { promiseList } from '../../info/promise-list.ts'
import styles from './OrderForm.module.css'
import type { SectionProps } from './useField.ts'

/** What is promised, for somebody whom the QR code has led here first. */
export function VisitorPromises({ placement }: SectionProps) {
  const hasAccount = useSelector(placement, ({ context }) => context.hasAccount)
  if (hasAccount) return null
  return (
    <ul className={styles.promises}>
      {promiseList.map(({ id, Icon }) => (
        <li key={id}>
          <Icon size={16} aria-hidden="true" />
          <FormattedMessage id={`home.promise.${id}`} values={policy} />
        </li>
      ))}
    </ul>
  )
}
