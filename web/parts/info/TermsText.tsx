import { promiseValues } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { Clauses, type ClausesProps } from './Clauses.tsx'

const clauses = [
  'service',
  'account',
  'luggage',
  'forbidden',
  'times',
  'price',
  'review',
  'cancelling',
  'withdrawal',
  'handover',
  'storage',
  'cover',
  'complaints',
  'privacy',
  'changes',
] as const

export function TermsText({ level }: Pick<ClausesProps, 'level'>) {
  const intl = useIntl()
  const values = promiseValues(intl)
  return (
    <Clauses
      level={level}
      clauses={clauses.map((id) => ({
        id,
        title: intl.formatMessage({ id: `terms.${id}.title` }),
        text: intl.formatMessage({ id: `terms.${id}.text` }, values),
      }))}
    />
  )
}
