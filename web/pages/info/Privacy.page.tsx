import { createContact, createPrivacyFacts } from '@handsfree/core/account'
import type { PrivacyFacts } from '@handsfree/core/contract'
import { promiseValues } from '@handsfree/core/i18n'
import { codeLimits, policy } from '@handsfree/core/policy'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Clauses } from '../../parts/info/Clauses.tsx'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import { Card, Headline, Loading, Page, Row, Section, Skeleton } from '../../ui/index.ts'
import { CompanyFacts } from './CompanyFacts.tsx'
import { Contact } from './Contact.tsx'

const kinds = [
  'identity',
  'addresses',
  'photos',
  'orders',
  'traces',
  'messages',
  'push',
  'devices',
  'attempts',
  'consents',
] as const
const processors = ['payments', 'textMessages', 'mail', 'pushMessages', 'storage'] as const
const markets = ['CN', 'HK', 'EU'] as const

export default function Privacy() {
  const intl = useIntl()
  const values = promiseValues(intl)
  const contact = useScreenActor(createContact)
  const company = useSelector(contact, selectValue(contact))?.company
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline detail={<FormattedMessage id="privacy.version" values={policy} />}>
        <FormattedMessage id="privacy.title" />
      </Headline>
      <CompanyFacts title={intl.formatMessage({ id: 'privacy.controller' })} company={company} />
      <Facts />
      <Section title={intl.formatMessage({ id: 'privacy.abroad' })}>
        <p className="soft">
          <FormattedMessage id="privacy.abroadText" />
        </p>
      </Section>
      <Section title={intl.formatMessage({ id: 'privacy.rights' })}>
        <p className="soft">
          <FormattedMessage id="privacy.rightsText" values={values} />
        </p>
      </Section>
      <Section title={intl.formatMessage({ id: 'about.contact' })}>
        <Contact contact={contact} />
      </Section>
      <InfoLinks to={['account', 'profile', 'terms', 'about']} />
    </Page>
  )
}

/** The parts that depend on the server's settings. */
function Facts() {
  const intl = useIntl()
  const actor = useScreenActor(createPrivacyFacts)
  const facts = useSelector(actor, selectValue(actor))
  const { hasFailed, problem, retry } = useReading(actor)
  if (hasFailed && problem) return <FailureAlert failure={problem} onRetry={retry} />
  if (!facts) {
    return (
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton shape="block" height="640px" />
      </Loading>
    )
  }
  return (
    <>
      <Kinds keepDays={facts.keepDays} />
      <Section title={intl.formatMessage({ id: 'privacy.recipients' })}>
        <Card kind="rows">
          <Row title={<FormattedMessage id="privacy.recipient.people" />} />
          {processors
            .filter((processor) => facts.processors[processor])
            .map((processor) => (
              <Row key={processor} title={<FormattedMessage id={`privacy.recipient.${processor}`} />} />
            ))}
          <Row title={<FormattedMessage id="privacy.recipient.authorities" />} />
        </Card>
      </Section>
      <Section title={intl.formatMessage({ id: 'privacy.authorities' })}>
        <Card kind="rows">
          {markets
            .filter((market) => facts.markets.includes(market))
            .map((market) => (
              <Row key={market} title={<FormattedMessage id={`privacy.authority.${market}`} />} />
            ))}
        </Card>
      </Section>
    </>
  )
}

function Kinds({ keepDays }: Pick<PrivacyFacts, 'keepDays'>) {
  const intl = useIntl()
  const values = { ...policy, ...keepDays, knownDeviceDays: codeLimits.knownDevice / 86_400 }
  return (
    <Section title={intl.formatMessage({ id: 'privacy.kinds' })}>
      <Clauses
        level={3}
        clauses={kinds.map((id) => ({
          id,
          title: intl.formatMessage({ id: `privacy.kind.${id}` }),
          text: intl.formatMessage({ id: `privacy.use.${id}` }, values),
        }))}
      />
    </Section>
  )
}
