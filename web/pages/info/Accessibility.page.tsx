import { createContact } from '@handsfree/core/account'
import { promiseValues } from '@handsfree/core/i18n'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Clauses } from '../../parts/info/Clauses.tsx'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { Headline, Page, Section } from '../../ui/index.ts'
import { Contact } from './Contact.tsx'

const clauses = ['aim', 'status', 'tests', 'limits', 'help', 'authority'] as const
/** When the statement was last compared with the app. */
const reviewedOn = '2026-11-30'

export default function Accessibility() {
  const intl = useIntl()
  const contact = useScreenActor(createContact)
  const date = intl.formatDate(reviewedOn, { dateStyle: 'long', timeZone: 'UTC' })
  const values = { ...promiseValues(intl), standard: 'WCAG 2.2', date }
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline detail={<FormattedMessage id="accessibility.reviewed" values={values} />}>
        <FormattedMessage id="accessibility.title" />
      </Headline>
      <Clauses
        level={2}
        clauses={clauses.map((id) => ({
          id,
          title: intl.formatMessage({ id: `accessibility.${id}.title` }),
          text: intl.formatMessage({ id: `accessibility.${id}.text` }, values),
        }))}
      />
      <Section title={intl.formatMessage({ id: 'about.contact' })}>
        <Contact contact={contact} hasEmail />
      </Section>
      <InfoLinks to={['privacy', 'about', 'feedback']} />
    </Page>
  )
}
