import { promiseValues } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import styles from './TermsText.module.css'

const clauses = [
  'service',
  'account',
  'luggage',
  'forbidden',
  'times',
  'price',
  'review',
  'cancelling',
  'handover',
  'storage',
  'cover',
  'complaints',
  'privacy',
  'changes',
] as const

export function TermsText({ level }: { level: 2 | 3 }) {
  const intl = useIntl()
  const values = promiseValues(intl)
  const Heading = `h${level}` as const
  return (
    <ol className={styles.clauses}>
      {clauses.map((clause) => (
        <li key={clause}>
          <Heading className={styles.title}>{intl.formatMessage({ id: `terms.${clause}.title` })}</Heading>
          <p>{intl.formatMessage({ id: `terms.${clause}.text` }, values)}</p>
        </li>
      ))}
    </ol>
  )
}
