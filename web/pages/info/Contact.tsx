import type { Contact as ContactFacts } from '@handsfree/core/account'
import { phoneHref, promiseValues } from '@handsfree/core/i18n'
import { type ReadingActor, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { Mail, MessageSquareReply, Phone } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import { Button, Card, Loading, Row, Skeleton, TextLink } from '../../ui/index.ts'

type ContactProps = {
  contact: ReadingActor<ContactFacts>
  /** For pages without the company's facts. */
  hasEmail?: boolean
}

/** Customer service's number and how fast it answers. */
export function Contact({ contact: actor, hasEmail = false }: ContactProps) {
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
  const email = hasEmail && contact.company?.email
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
      {email && (
        <Row icon={<Mail size={20} />} title={<TextLink href={`mailto:${email}`}>{email}</TextLink>} />
      )}
      <Row
        icon={<MessageSquareReply size={20} />}
        title={<FormattedMessage id="about.response" values={values} />}
      />
    </Card>
  )
}
