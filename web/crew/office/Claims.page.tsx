import { type OperatorClaim, operatorListClaims } from '@handsfree/core/contract'
import { formatMoney } from '@handsfree/core/i18n'
import { createOfficeList } from '@handsfree/core/office'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Anchor, ChipGroup, type DataColumn } from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import { Due } from './Due.tsx'
import { OfficeList } from './OfficeList.tsx'
import { OfficePage } from './OfficePage.tsx'
import { useOfficeTime } from './useOfficeTime.ts'

const states = ['open', 'all'] as const

export default function OfficeClaims() {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const state = states.find((one) => one === filterOf('state')) ?? 'open'
  return (
    <OfficePage titleKey="claims.title">
      <ChipGroup
        label={intl.formatMessage({ id: 'crewOffice.state' })}
        options={states.map((value) => ({
          value,
          label: intl.formatMessage({ id: `crewOffice.claims.${value}` }),
        }))}
        value={state}
        onChange={(value) => set('state', value === 'open' ? '' : value)}
      />
      <Claims key={state} state={state} />
    </OfficePage>
  )
}

function Claims({ state }: { state: (typeof states)[number] }) {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const list = useScreenActor((app) =>
    createOfficeList(app, operatorListClaims, { state }, ({ claimId }) => claimId),
  )
  const columns = useMemo(
    (): readonly DataColumn<OperatorClaim>[] => [
      {
        id: 'due',
        title: intl.formatMessage({ id: 'crewOffice.due' }),
        value: ({ nextTime }) => nextTime ?? '',
        cell: ({ nextTime, isOverdue }) =>
          nextTime && <Due time={timeText(nextTime)} isOverdue={isOverdue} />,
      },
      {
        id: 'kind',
        title: intl.formatMessage({ id: 'crewOffice.claim' }),
        value: ({ kind }) => kind,
        cell: ({ claimId, kind }) => (
          <Anchor href={`/crew/office/claims/${claimId}`}>
            <FormattedMessage id={`claim.kind.${kind}`} />
          </Anchor>
        ),
      },
      {
        id: 'stage',
        title: intl.formatMessage({ id: 'crewOffice.state' }),
        value: ({ stage }) => stage,
        cell: ({ stage, complaint }) => (
          <FormattedMessage id="crewOffice.claimStage" values={{ stage, complaint }} />
        ),
      },
      {
        id: 'order',
        title: intl.formatMessage({ id: 'crewOffice.order' }),
        value: ({ orderNumber }) => orderNumber,
        cell: ({ orderId, orderNumber }) => <Anchor href={`/crew/orders/${orderId}`}>{orderNumber}</Anchor>,
      },
      {
        id: 'asked',
        title: intl.formatMessage({ id: 'crewOffice.asked' }),
        value: ({ amount }) => amount.amount,
        cell: ({ amount }) => (amount.amount > 0 ? formatMoney(amount, intl) : '–'),
        isNumber: true,
      },
      {
        id: 'limit',
        title: intl.formatMessage({ id: 'crewOffice.limit' }),
        value: ({ limit }) => limit.amount,
        cell: ({ limit }) => formatMoney(limit, intl),
        isNumber: true,
      },
      {
        id: 'words',
        title: intl.formatMessage({ id: 'crewOffice.words' }),
        value: ({ words }) => words.slice(0, 80),
      },
    ],
    [intl, timeText],
  )
  return (
    <OfficeList
      list={list}
      label={intl.formatMessage({ id: 'claims.title' })}
      columns={columns}
      idOf={({ claimId }) => claimId}
    />
  )
}
