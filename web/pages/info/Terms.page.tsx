import { createContact } from '@handsfree/core/account'
import { policy } from '@handsfree/core/policy'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { TermsText } from '../../parts/info/TermsText.tsx'
import { Headline, Page, Section } from '../../ui/index.ts'

export default function Terms() {
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline detail={<FormattedMessage id="terms.version" values={policy} />}>
        <FormattedMessage id="terms.title" />
      </Headline>
      <TermsText level={2} />
      <Seller />
      <InfoLinks to={['privacy', 'faq', 'notice', 'about']} />
    </Page>
  )
}

/** The other party of the contract. About has the other facts. */
function Seller() {
  const intl = useIntl()
  const contact = useScreenActor(createContact)
  const company = useSelector(contact, selectValue(contact))?.company
  return (
    company && (
      <Section title={intl.formatMessage({ id: 'terms.seller' })}>
        <p>{company.name}</p>
        <p className="soft">{company.address}</p>
      </Section>
    )
  )
}
