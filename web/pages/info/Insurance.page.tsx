import { formatMoney, phoneHref, promiseValues } from '@handsfree/core/i18n'
import { createInsurance, type Insurance as RegionInsurance } from '@handsfree/core/orders'
import { Phone, ShieldCheck } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { ServiceCommitment } from '../../parts/info/ServiceCommitment.tsx'
import { ReadingPage } from '../../parts/reading/ReadingPage.tsx'
import {
  Button,
  Card,
  EmptyListPicture,
  Headline,
  Row,
  Section,
  Skeleton,
  StickyAction,
} from '../../ui/index.ts'
import { InfoSteps } from './InfoSteps.tsx'
import styles from './Insurance.module.css'

export default function Insurance() {
  const { regionId = '' } = useParams()
  const actor = useScreenActor((app) => createInsurance(app, regionId))
  return (
    <ReadingPage
      actor={actor}
      titleKey="insurance.title"
      skeleton={<InsuranceSkeleton />}
      notThere={{
        picture: <EmptyListPicture />,
        titleKey: 'insurance.notThere',
        action: (
          <Button href="/faq">
            <FormattedMessage id="info.faq" />
          </Button>
        ),
      }}
      action={({ serviceCommitment: { phone } }) => (
        <StickyAction>
          <Button kind="ghost" icon={<Phone size={20} aria-hidden="true" />} href={phoneHref(phone)}>
            <FormattedMessage id="insurance.call" values={{ phone }} />
          </Button>
        </StickyAction>
      )}
    >
      {(insurance) => (
        <>
          <Headline
            level={2}
            detail={!insurance.plan.name.includes(insurance.region.name) && insurance.region.name}
          >
            {insurance.plan.name}
          </Headline>
          <Tiers {...insurance} />
          <ServiceCommitment />
          <HowToClaim />
          <InfoLinks to={['faq', 'notice', 'terms']} />
        </>
      )}
    </ReadingPage>
  )
}

const InsuranceSkeleton = () => (
  <>
    <Skeleton width="58%" height="32px" />
    <Skeleton width="30%" />
    {['tiers', 'promises'].map((part) => (
      <div className={styles.part} key={part}>
        <Skeleton width="36%" />
        <Card kind="rows">
          {['48%', '56%', '44%'].map((width) => (
            <Row
              key={width}
              icon={<Skeleton shape="circle" width="20px" height="20px" />}
              title={<Skeleton width={width} />}
            />
          ))}
        </Card>
      </div>
    ))}
  </>
)

function Tiers({ plan }: RegionInsurance) {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'insurance.tiers' })}>
      <Card kind="rows">
        {plan.tiers.map(({ coverPerPiece, premiumPerPiece }) => (
          <Row
            key={coverPerPiece.amount}
            strong
            icon={<ShieldCheck size={20} />}
            title={intl.formatMessage(
              { id: 'insurance.upTo' },
              { cover: formatMoney(coverPerPiece, intl, { round: true }) },
            )}
            end={
              premiumPerPiece.amount === 0
                ? intl.formatMessage({ id: 'price.included' })
                : intl.formatMessage(
                    { id: 'insurance.premium' },
                    { premium: formatMoney(premiumPerPiece, intl, { round: true }) },
                  )
            }
          />
        ))}
        <Row title={<span className="small">{intl.formatMessage({ id: 'insurance.tiersNote' })}</span>} />
      </Card>
    </Section>
  )
}

function HowToClaim() {
  const intl = useIntl()
  const values = promiseValues(intl)
  return (
    <Section title={intl.formatMessage({ id: 'insurance.howTo' })}>
      <InfoSteps
        steps={(['tell', 'start', 'decide'] as const).map((step) =>
          intl.formatMessage({ id: `insurance.step.${step}` }, values),
        )}
      />
    </Section>
  )
}
