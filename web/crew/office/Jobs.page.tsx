import { type Job, JobState, operatorListJobs } from '@handsfree/core/contract'
import { createOfficeAct, createOfficeList, type OfficeAct, selectSendingCall } from '@handsfree/core/office'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Anchor, ChipGroup, type DataColumn, StatusBadge, TextLink } from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import { OfficeList } from './OfficeList.tsx'
import { OfficePage } from './OfficePage.tsx'
import { OfficeProblem } from './OfficeProblem.tsx'
import { useOfficeTime } from './useOfficeTime.ts'

const states = ['all', ...JobState.options] as const
const tones = { due: 'sky', failed: 'gold', givenUp: 'coral' } as const

export default function OfficeJobs() {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const state = states.find((one) => one === filterOf('state')) ?? 'all'
  return (
    <OfficePage titleKey="crewOffice.jobs">
      <ChipGroup
        label={intl.formatMessage({ id: 'crewOffice.state' })}
        options={states.map((value) => ({
          value,
          label: intl.formatMessage({ id: 'crewOffice.jobState' }, { state: value }),
        }))}
        value={state}
        onChange={(value) => set('state', value === 'all' ? '' : value)}
      />
      <Jobs key={state} state={state} />
    </OfficePage>
  )
}

function Jobs({ state }: { state: (typeof states)[number] }) {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const list = useScreenActor((app) =>
    createOfficeList(app, operatorListJobs, state === 'all' ? {} : { state }, ({ jobId }) => jobId),
  )
  const actor = useScreenActor((app) => createOfficeAct(app, () => list.send({ type: 'pages.refresh' })))
  const isSending = useSelector(actor, selectSendingCall) !== null
  const columns = useMemo((): readonly DataColumn<Job>[] => {
    const send = (act: OfficeAct) => actor.send({ type: 'act.send', act })
    return [
      {
        id: 'state',
        title: intl.formatMessage({ id: 'crewOffice.state' }),
        value: (job) => job.state,
        cell: (job) => (
          <StatusBadge tone={tones[job.state]}>
            <FormattedMessage id="crewOffice.jobState" values={{ state: job.state }} />
          </StatusBadge>
        ),
      },
      { id: 'kind', title: intl.formatMessage({ id: 'crewOffice.job' }), value: ({ jobId }) => jobId },
      {
        id: 'order',
        title: intl.formatMessage({ id: 'crewOffice.order' }),
        value: ({ orderNumber }) => orderNumber ?? '',
        cell: ({ orderId, orderNumber }) =>
          orderId && <Anchor href={`/crew/orders/${orderId}`}>{orderNumber}</Anchor>,
      },
      {
        id: 'tries',
        title: intl.formatMessage({ id: 'crewOffice.tries' }),
        value: ({ tries }) => tries,
        isNumber: true,
      },
      {
        id: 'next',
        title: intl.formatMessage({ id: 'crewOffice.nextTry' }),
        value: ({ nextTime }) => (nextTime === null ? '' : timeText(nextTime)),
      },
      {
        id: 'act',
        title: intl.formatMessage({ id: 'crewOffice.acts' }),
        value: () => '',
        cell: ({ jobId, kind }) => (
          <>
            <TextLink
              disabled={isSending}
              onClick={() => send({ name: 'operatorRetryJob', request: { params: { jobId }, body: {} } })}
            >
              <FormattedMessage id="crewOffice.retry" />
            </TextLink>{' '}
            {kind === 'refund' && (
              <TextLink
                disabled={isSending}
                onClick={() => send({ name: 'operatorFinishJob', request: { params: { jobId }, body: {} } })}
              >
                <FormattedMessage id="crewOffice.paidElsewhere" />
              </TextLink>
            )}
          </>
        ),
      },
      {
        id: 'error',
        title: intl.formatMessage({ id: 'crewOffice.lastError' }),
        value: ({ lastError }) => lastError ?? '',
      },
    ]
  }, [intl, timeText, actor, isSending])
  return (
    <>
      <OfficeProblem actor={actor} />
      <OfficeList
        list={list}
        label={intl.formatMessage({ id: 'crewOffice.jobs' })}
        columns={columns}
        idOf={({ jobId }) => jobId}
      />
    </>
  )
}
