import type { Company } from '@handsfree/core/contract'
import { FormattedMessage } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { Card, DescriptionItem, DescriptionList, Section, TextLink } from '../../ui/index.ts'

const factIds = {
  registration: 'company.registration',
  address: 'company.address',
  taxNumber: 'company.taxNumber',
  icpNumber: 'company.icpNumber',
} as const satisfies Partial<Record<keyof Company, MessageKey>>
const factNames = Object.keys(factIds) as (keyof typeof factIds)[]

export type CompanyFactsProps = { title: string; company: Company | undefined }

/** The seller's facts that are known. */
export const CompanyFacts = ({ title, company }: CompanyFactsProps) =>
  company && (
    <Section title={title}>
      <Card>
        <DescriptionList>
          <DescriptionItem label={<FormattedMessage id="company.name" />}>{company.name}</DescriptionItem>
          {factNames.map(
            (fact) =>
              company[fact] && (
                <DescriptionItem key={fact} label={<FormattedMessage id={factIds[fact]} />}>
                  {company[fact]}
                </DescriptionItem>
              ),
          )}
          {company.email && (
            <DescriptionItem label={<FormattedMessage id="company.email" />}>
              <TextLink href={`mailto:${company.email}`}>{company.email}</TextLink>
            </DescriptionItem>
          )}
        </DescriptionList>
      </Card>
    </Section>
  )
