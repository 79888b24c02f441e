import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { Card, Row, Section, TextLink } from '../../ui/index.ts'

const paths = {
  start: '/start',
  faq: '/faq',
  notice: '/luggage/notice',
  terms: '/terms',
  privacy: '/privacy',
  accessibility: '/accessibility',
  account: '/person/account',
  profile: '/person/profile/edit',
  about: '/about',
  feedback: '/feedback',
  licenses: '/licenses.txt',
} as const satisfies Partial<Record<MessageKeyUnder<'info'>, string>>

export function InfoLinks({ to }: { to: readonly Exclude<keyof typeof paths, 'start'>[] }) {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'info.links' })}>
      <Card kind="rows">
        {(['start', ...to] as const).map((page) => (
          <Row
            key={page}
            title={<span aria-hidden="true">{intl.formatMessage({ id: `info.${page}` })}</span>}
            end={
              <TextLink
                href={paths[page]}
                target={page === 'licenses' ? '_blank' : undefined}
                forward
                stretched
              >
                <span className="unseen">{intl.formatMessage({ id: `info.${page}` })}</span>
              </TextLink>
            }
          />
        ))}
      </Card>
    </Section>
  )
}
