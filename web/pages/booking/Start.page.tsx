import type { SiteDetail } from '@handsfree/core/contract'
import { hoursText, joinParts } from '@handsfree/core/i18n'
import { ScanLine } from 'lucide-react'
import { useCallback, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formPath, qrIdOf } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useDestination } from '../../parts/booking/useDestination.ts'
import { SiteSearch } from '../../parts/sites/SiteSearch.tsx'
import { Button, Card, Headline, Page } from '../../ui/index.ts'
import styles from './Start.module.css'

const scope = { withDesk: 'true' } as const

export default function Start() {
  const intl = useIntl()
  const { siteId, pathOn, site, opening, begin } = useDestination()
  const [excludedSiteIds] = useState(() => (siteId === null ? [] : [siteId]))
  const startFrom = useCallback(
    ({ deskQrId }: SiteDetail) => deskQrId !== null && begin(formPath(deskQrId)),
    [begin],
  )
  const detailOf = useCallback(
    ({ regionName, location, hours }: SiteDetail) =>
      joinParts([!location.address.includes(regionName) && regionName, hoursText(intl, hours)]),
    [intl],
  )
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline
        detail={
          site ? (
            <FormattedMessage id="start.detailTo" values={{ name: site.name }} />
          ) : (
            <FormattedMessage id="start.detail" />
          )
        }
      >
        <FormattedMessage id="start.title" />
      </Headline>
      <span className="unseen" role="status">
        {opening !== null && <FormattedMessage id="common.loading" />}
      </span>
      <div className={styles.ways}>
        <Button kind="ghost" size="small" icon={<ScanLine size={20} />} href={pathOn('/qr-code/scan')}>
          <FormattedMessage id="start.scan" />
        </Button>
        <Card>
          <SiteSearch
            scope={scope}
            excludedSiteIds={excludedSiteIds}
            detailOf={detailOf}
            onChoose={startFrom}
            openingQrId={qrIdOf(opening ?? '') ?? undefined}
            emptyMessageKey="start.nothing"
          />
        </Card>
      </div>
    </Page>
  )
}
