import { createContact } from '@handsfree/core/account'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { Headline, Page, Section } from '../../ui/index.ts'
import { CompanyFacts } from './CompanyFacts.tsx'
import { Contact } from './Contact.tsx'

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
      <InfoLinks to={['faq', 'notice', 'terms', 'privacy', 'accessibility', 'feedback', 'licenses']} />
    </Page>
  )
}
