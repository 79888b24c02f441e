import { type OpenDispute, operatorListDisputes } from '@handsfree/core/contract'
import { formatMoney } from '@handsfree/core/i18n'
import { createOfficeList } from '@handsfree/core/office'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Anchor, type DataColumn } from '../../ui/index.ts'
import { OfficeList } from './OfficeList.tsx'
import { OfficePage } from './OfficePage.tsx'
import { useOfficeTime } from './useOfficeTime.ts'

export default function OfficeDisputes() {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const list = useScreenActor((app) =>
    createOfficeList(app, operatorListDisputes, {}, ({ disputeId }) => disputeId),
  )
  const columns = useMemo(
    (): readonly DataColumn<OpenDispute>[] => [
      {
        id: 'since',
        title: intl.formatMessage({ id: 'crewOffice.since' }),
        value: ({ createTime }) => timeText(createTime),
      },
      {
        id: 'order',
        title: intl.formatMessage({ id: 'crewOffice.order' }),
        value: ({ orderNumber }) => orderNumber,
        cell: ({ orderId, orderNumber }) => <Anchor href={`/crew/orders/${orderId}`}>{orderNumber}</Anchor>,
      },
      {
        id: 'amount',
        title: intl.formatMessage({ id: 'crewOffice.amount' }),
        value: ({ amount }) => amount.amount,
        cell: ({ amount }) => formatMoney(amount, intl),
        isNumber: true,
      },
      { id: 'reason', title: intl.formatMessage({ id: 'crewOffice.reason' }), value: ({ reason }) => reason },
      {
        id: 'id',
        title: intl.formatMessage({ id: 'crewOffice.reference' }),
        value: ({ disputeId }) => disputeId,
      },
    ],
    [intl, timeText],
  )
  return (
    <OfficePage titleKey="crewOffice.disputes">
      <p className="soft">
        <FormattedMessage id="crewOffice.disputesDetail" />
      </p>
      <OfficeList
        list={list}
        label={intl.formatMessage({ id: 'crewOffice.disputes' })}
        columns={columns}
        idOf={({ disputeId }) => disputeId}
      />
    </OfficePage>
  )
}
