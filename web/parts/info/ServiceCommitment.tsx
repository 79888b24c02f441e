import { promiseValues } from '@handsfree/core/i18n'
import { Headset, MessageSquareReply, Timer } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Card, Row, Section } from '../../ui/index.ts'

export function ServiceCommitment() {
  const intl = useIntl()
  const values = promiseValues(intl)
  return (
    <Section title={intl.formatMessage({ id: 'insurance.commitment' })}>
      <Card kind="rows">
        <Row icon={<Timer size={20} />} title={intl.formatMessage({ id: 'insurance.claimStart' }, values)} />
        <Row
          icon={<MessageSquareReply size={20} />}
          title={intl.formatMessage({ id: 'insurance.complaint' }, values)}
        />
        <Row icon={<Headset size={20} />} title={intl.formatMessage({ id: 'insurance.hotline' }, values)} />
      </Card>
    </Section>
  )
}
