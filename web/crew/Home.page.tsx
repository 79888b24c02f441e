import { createOpenOrders } from '@handsfree/core/crew'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../app/useScreenActor.ts'
import { ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { EmptyState, Loading, Page, Skeleton } from '../ui/index.ts'
import { CourierHome } from './CourierHome.tsx'
import { CrewBar } from './CrewBar.tsx'
import { useAppliedOutbox, useCrewApp } from './crew-app.ts'
import { useMember } from './member.ts'
import { Queue } from './Queue.tsx'

export default function CrewHome() {
  const { role } = useMember()
  if (role === 'site') return <DeskHome />
  return role === 'operator' ? <Queue /> : <CourierOrders />
}

/** Beside the desk's list, until an order is chosen. */
const DeskHome = () => (
  <Page centered>
    <EmptyState level={1} title={<FormattedMessage id="crewDesk.choose" />}>
      <FormattedMessage id="crewDesk.chooseDetail" />
    </EmptyState>
  </Page>
)

function CourierOrders() {
  const intl = useIntl()
  const app = useCrewApp()
  const reading = useScreenActor(() => createOpenOrders(app))
  const orders = useAppliedOutbox(useSelector(reading, selectValue(reading)))
  if (orders === null) {
    return (
      <ReadingFallback
        reading={reading}
        bar={<CrewBar />}
        loading={
          <Page bar={<CrewBar />}>
            <Loading label={intl.formatMessage({ id: 'crewHome.loading' })}>
              <Skeleton width="70%" height="34px" />
              <Skeleton shape="block" height="72px" />
              <Skeleton shape="block" height="220px" />
            </Loading>
          </Page>
        }
      />
    )
  }
  return <CourierHome reading={reading} orders={orders} />
}
