import { formatAddress, phoneHref } from '@handsfree/core/i18n'
import { selectValue } from '@handsfree/core/realtime'
import { lastQrId } from '@handsfree/core/scanner'
import { createQrSite } from '@handsfree/core/sites'
import { useSelector } from '@xstate/react'
import { HandHelping, Phone, ScanQrCode } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useApp } from '../../app/useApp.ts'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { services } from '../../parts/info/services.ts'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import {
  Button,
  Card,
  EmptyState,
  Headline,
  LostPagePicture,
  Page,
  Row,
  Section,
  StickyAction,
} from '../../ui/index.ts'

export default function Service() {
  const intl = useIntl()
  const { serviceId } = useParams()
  const service = services.find((known) => known.serviceId === serviceId)
  const qrId = lastQrId(useApp())
  const bar = <BackBar actions={<LanguageSwitch />} />
  if (!service) {
    return (
      <Page bar={bar} centered>
        <EmptyState
          level={1}
          picture={<LostPagePicture />}
          title={<FormattedMessage id="service.unknown" />}
          action={
            <Button href="/">
              <FormattedMessage id="common.goHome" />
            </Button>
          }
        />
      </Page>
    )
  }
  const { id } = service
  const isOurs = id === 'handsFree'
  return (
    <Page bar={bar} action={<ScanAction isMain={isOurs} />}>
      <ServiceHead id={id} />
      <Section title={intl.formatMessage({ id: 'service.where' })}>
        <Card kind="rows">
          <Row icon={<HandHelping size={20} />} title={<FormattedMessage id={`service.${id}.how`} />} />
          {!isOurs && (
            <Row
              title={
                <span className="small">
                  <FormattedMessage id="service.offered" />
                </span>
              }
            />
          )}
        </Card>
      </Section>
      {!isOurs && qrId !== null && <LastPlace qrId={qrId} />}
      <InfoLinks to={['faq']} />
    </Page>
  )
}

function ServiceHead({ id }: Pick<(typeof services)[number], 'id'>) {
  const name = useIntl().formatMessage({ id: `services.name.${id}` })
  useCustomTitle(name)
  return <Headline detail={<FormattedMessage id={`service.${id}.what`} />}>{name}</Headline>
}

const ScanAction = ({ isMain }: { isMain: boolean }) => (
  <StickyAction>
    <Button
      kind={isMain ? 'gold' : 'ghost'}
      href="/qr-code/scan"
      icon={<ScanQrCode size={20} aria-hidden="true" />}
    >
      <FormattedMessage id={isMain ? 'home.scan' : 'service.scan'} />
    </Button>
  </StickyAction>
)

function LastPlace({ qrId }: { qrId: string }) {
  const intl = useIntl()
  const actor = useScreenActor((app) => createQrSite(app, qrId))
  const site = useSelector(actor, selectValue(actor))?.site
  const { hasFailed, isGone, problem, retry } = useReading(actor)
  if (hasFailed && !isGone && problem) return <FailureAlert failure={problem} onRetry={retry} />
  if (!site) return null
  return (
    <Section title={intl.formatMessage({ id: 'service.yourHotel' })}>
      <Card kind="rows">
        <Row
          strong
          title={site.name}
          detail={formatAddress({ location: site.location }, intl)}
          end={
            <Button
              kind="ghost"
              size="small"
              href={phoneHref(site.phone)}
              icon={<Phone size={18} aria-hidden="true" />}
              aria-label={intl.formatMessage({ id: 'service.callHotel' }, { name: site.name })}
            >
              <FormattedMessage id="about.call" />
            </Button>
          }
        />
      </Card>
    </Section>
  )
}
