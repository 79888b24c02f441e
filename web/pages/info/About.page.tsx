import { type Contact as ContactFacts, createContact } from '@handsfree/core/account'
import { phoneHref, promiseValues } from '@handsfree/core/i18n'
import { type ReadingActor, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { MessageSquareReply, Phone } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import { Button, Card, Headline, Loading, Page, Row, Section, Skeleton } from '../../ui/index.ts'
import { CompanyFacts } from './CompanyFacts.tsx'
import { InfoLinks } from './InfoLinks.tsx'

export default function About() {
  const intl = useIntl()
  const contact = useScreenActor(createContact)
  const company = useSelector(contact, selectValue(contact))?.company
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'about.title' })} actions={<LanguageSwitch />} />}>
      <Headline level={2} detail={<FormattedMessage id="about.text" />}>
        <FormattedMessage id="home.title" />
      </Headline>
      <Section title={intl.formatMessage({ id: 'about.contact' })}>
        <Contact contact={contact} />
      </Section>
      <CompanyFacts title={intl.formatMessage({ id: 'company.title' })} company={company} />
      <InfoLinks to={['faq', 'notice', 'terms', 'feedback', 'licenses']} />
    </Page>
  )
}

function Contact({ contact: actor }: { contact: ReadingActor<ContactFacts> }) {
  const intl = useIntl()
  const values = promiseValues(intl)
  const contact = useSelector(actor, selectValue(actor))
  const { hasFailed, problem, retry } = useReading(actor)
  if (hasFailed && problem) return <FailureAlert failure={problem} onRetry={retry} />
  if (!contact) {
    return (
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton shape="block" height="112px" />
      </Loading>
    )
  }
  return (
    <Card kind="rows">
      <Row
        strong
        icon={<Phone size={20} />}
        title={<span className="figures">{contact.phone}</span>}
        detail={<FormattedMessage id="about.hotline" values={values} />}
        end={
          <Button kind="ghost" size="small" href={phoneHref(contact.phone)}>
            <FormattedMessage id="about.call" />
          </Button>
        }
      />
      <Row
        icon={<MessageSquareReply size={20} />}
        title={<FormattedMessage id="about.response" values={values} />}
      />
    </Card>
  )
}
