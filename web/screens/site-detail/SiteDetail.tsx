import type { SiteDetail as Site } from '@handsfree/core/api'
import { pendingOrder } from '@handsfree/core/order'
import { createSiteDetail } from '@handsfree/core/site'
import { PackageOpen, ScanQrCode } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { useApp } from '../../app/context.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { deliverTo } from '../../order/deliver-to.ts'
import { ReadingPage } from '../../reading/ReadingPage.tsx'
import { Button, Card, Headline, Row, Section, StickyAction, TextLink } from '../../ui/index.ts'
import { SiteFacts } from './SiteFacts.tsx'
import { SitePhotos } from './SitePhotos.tsx'

export default function SiteDetail() {
  const { siteId = '' } = useParams()
  const actor = useScreenActor((app) => createSiteDetail(app, siteId))
  return (
    <ReadingPage
      actor={actor}
      titleKey="siteDetail.title"
      notThere={{
        titleKey: 'orderForm.unknownSite',
        action: (
          <Button href="/">
            <FormattedMessage id="common.goHome" />
          </Button>
        ),
      }}
      action={(site) => <SendFrom site={site} />}
    >
      {(site) => (
        <>
          <SitePhotos site={site} />
          <Headline level={2} detail={site.regionName}>
            {site.name}
          </Headline>
          <SiteFacts site={site} />
          <DeliverTo site={site} />
        </>
      )}
    </ReadingPage>
  )
}

/** Its desk's code is known, or is scanned there. */
const SendFrom = ({ site: { deskQrId } }: { site: Site }) => (
  <StickyAction>
    {deskQrId === null ? (
      <Button kind="gold" href="/qr-code/scan" icon={<ScanQrCode size={20} aria-hidden="true" />}>
        <FormattedMessage id="siteDetail.scanDesk" />
      </Button>
    ) : (
      <Button kind="gold" href={`/order/create/${deskQrId}`}>
        <FormattedMessage id="siteDetail.sendFrom" />
      </Button>
    )}
  </StickyAction>
)

/** Makes the site the destination of a saved draft; without one the order begins where the bags are. */
function DeliverTo({ site }: { site: Site }) {
  const intl = useIntl()
  const app = useApp()
  const pending = pendingOrder(app)
  const qrId = pending?.orderId === null ? pending.qrId : null
  const title = intl.formatMessage({ id: 'siteDetail.deliverTo' })
  if (qrId !== null && qrId === site.deskQrId) return null
  return (
    <Section title={title}>
      <Card kind="rows">
        <Row
          icon={<PackageOpen size={20} />}
          title={intl.formatMessage({
            id: qrId === null ? 'siteDetail.deliverToDetail' : 'siteDetail.deliverToOrder',
          })}
          end={
            qrId === null ? (
              <TextLink href="/qr-code/scan" forward stretched>
                <span className="unseen">{title}</span>
              </TextLink>
            ) : (
              <TextLink forward stretched onClick={() => deliverTo(app, qrId, site)}>
                <span className="unseen">{title}</span>
              </TextLink>
            )
          }
        />
      </Card>
    </Section>
  )
}
