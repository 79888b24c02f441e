import type { SiteDetail } from '@handsfree/core/api'
import { nextDestination } from '@handsfree/core/order'
import { hoursWords } from '@handsfree/core/words'
import { ScanLine } from 'lucide-react'
import { useCallback, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useApp } from '../../app/context.ts'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { navigate } from '../../app/navigate.ts'
import { joinParts } from '../../format/index.ts'
import { SiteSearch } from '../../site/SiteSearch.tsx'
import { Button, Card, Headline, Page } from '../../ui/index.ts'
import styles from './Start.module.css'

const scope = { withDesk: 'true' } as const

const startFrom = ({ deskQrId }: SiteDetail) => {
  if (deskQrId !== null) navigate(`/order/create/${deskQrId}`)
}

/** An order without a QR code: the hotel, station or airport is chosen by its name. */
export default function Start() {
  const intl = useIntl()
  const destination = nextDestination(useApp())
  const [leftOut] = useState(() => (destination ? [destination.siteId] : []))
  const detailOf = useCallback(
    ({ regionName, location, hours }: SiteDetail) =>
      joinParts([!location.address.includes(regionName) && regionName, hoursWords(intl, hours)]),
    [intl],
  )
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline
        detail={
          destination ? (
            <FormattedMessage id="start.detailTo" values={{ name: destination.name }} />
          ) : (
            <FormattedMessage id="start.detail" />
          )
        }
      >
        <FormattedMessage id="start.title" />
      </Headline>
      <div className={styles.ways}>
        <Button kind="ghost" size="small" icon={<ScanLine size={20} />} href="/qr-code/scan">
          <FormattedMessage id="start.scan" />
        </Button>
        <Card>
          <SiteSearch
            scope={scope}
            leftOut={leftOut}
            detailOf={detailOf}
            onChoose={startFrom}
            nothingKey="start.nothing"
          />
        </Card>
      </div>
    </Page>
  )
}
