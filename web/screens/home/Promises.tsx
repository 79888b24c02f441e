import { promiseWords } from '@handsfree/core/words'
import { FormattedMessage, useIntl } from 'react-intl'
import { promiseList } from '../../info/promise-list.ts'
import { Card, Row, Section, TextLink } from '../../ui/index.ts'

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
        {promiseList.map(({ id, Icon }) => (
          <Row key={id} icon={<Icon size={20} />} title={promiseWords(intl, id)} />
        ))}
      </Card>
    </Section>
  )
}
