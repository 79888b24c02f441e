import type { SiteDetail } from '@handsfree/core/api'
import { hoursWords } from '@handsfree/core/words'
import { useCallback } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { navigate } from '../../app/navigate.ts'
import { joinParts } from '../../format/index.ts'
import { SiteSearch } from '../../site/SiteSearch.tsx'
import { Card, Headline, Page } from '../../ui/index.ts'

const scope = { withDesk: 'true' } as const

const startFrom = ({ deskQrId }: SiteDetail) => {
  if (deskQrId !== null) navigate(`/order/create/${deskQrId}`)
}

/** An order without a QR code: the hotel, station or airport is chosen by its name. */
export default function Start() {
  const intl = useIntl()
  const detailOf = useCallback(
    ({ regionName, location, hours }: SiteDetail) =>
      joinParts([!location.address.includes(regionName) && regionName, hoursWords(intl, hours)]),
    [intl],
  )
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline detail={<FormattedMessage id="start.detail" />}>
        <FormattedMessage id="start.title" />
      </Headline>
      <Card>
        <SiteSearch scope={scope} detailOf={detailOf} onChoose={startFrom} nothingKey="start.nothing" />
      </Card>
    </Page>
  )
}
