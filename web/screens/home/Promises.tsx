import { policy } from '@handsfree/core/policy'
import { Clock, HandHelping, type LucideIcon, Undo2 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { Card, Row, Section, TextLink } from '../../ui/index.ts'

const promises: { id: MessageKeyUnder<'home.promise'>; Icon: LucideIcon }[] = [
  { id: 'cancel', Icon: Clock },
  { id: 'wait', Icon: HandHelping },
  { id: 'refund', Icon: Undo2 },
]

export function Promises() {
  const intl = useIntl()
  return (
    <Section
      title={intl.formatMessage({ id: 'home.promises' })}
      aside={
        <TextLink href="/faq" forward>
          <FormattedMessage id="home.faq" />
        </TextLink>
      }
    >
      <Card kind="rows">
        {promises.map(({ id, Icon }) => (
          <Row
            key={id}
            icon={<Icon size={20} />}
            title={<FormattedMessage id={`home.promise.${id}`} values={policy} />}
          />
        ))}
      </Card>
    </Section>
  )
}
