import type { OperatorOrder } from '@handsfree/core/contract'
import {
  createShift,
  type ShiftActor,
  type Stop,
  selectFreePlates,
  selectShift,
  toCourierDay,
} from '@handsfree/core/crew'
import { bagsText, formatClock, joinParts } from '@handsfree/core/i18n'
import type { ReadingRef } from '@handsfree/core/lib'
import { useSelector } from '@xstate/react'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../app/useApp.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { Button, EmptyListPicture, EmptyState, Headline, Page, Section, StickyAction } from '../ui/index.ts'
import { AskRow } from './AskRow.tsx'
import styles from './CourierHome.module.css'
import { CrewBar } from './CrewBar.tsx'
import { useMember } from './member.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import { OwnPasskeyOffer } from './OwnPasskeyOffer.tsx'
import { StopCard } from './StopCard.tsx'

export type HomeProps = { reading: ReadingRef; orders: readonly OperatorOrder[] }

export const CourierHome = memo(({ reading, orders }: HomeProps) => {
  const intl = useIntl()
  const { employeeId } = useMember()
  const shift = useScreenActor(createShift)
  const { asks, stops, ...counts } = toCourierDay(orders, employeeId)
  const [next, ...later] = stops
  return (
    <Page bar={<CrewBar />} action={<MainAction shift={shift} next={next} />}>
      <OutboxStatus />
      <Headline>
        {next
          ? intl.formatMessage({ id: 'crewHome.counts' }, counts)
          : intl.formatMessage({ id: 'crewHome.noStops' })}
      </Headline>
      <ReadingStaleAlert reading={reading} />
      <ShiftLine shift={shift} />
      {asks.length > 0 && (
        <Section title={intl.formatMessage({ id: 'crewHome.asks' }, { count: asks.length })}>
          <ul className={styles.list}>
            {asks.map((order) => (
              <AskRow key={order.orderId} order={order} list={reading} />
            ))}
          </ul>
        </Section>
      )}
      {next && (
        <Section title={intl.formatMessage({ id: 'crewHome.next' })}>
          <StopCard stop={next} isNext />
        </Section>
      )}
      {later.length > 0 && (
        <Section title={intl.formatMessage({ id: 'crewHome.later' })}>
          <ul className={styles.list}>
            {later.map((stop) => (
              <li key={stop.key}>
                <StopCard stop={stop} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {orders.length === 0 && (
        <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewHome.empty" />}>
          <FormattedMessage id="crewHome.emptyDetail" />
        </EmptyState>
      )}
      <OwnPasskeyOffer />
    </Page>
  )
})

/** Off shift, the shift comes first. */
function MainAction({ shift, next }: { shift: ShiftActor; next: Stop | undefined }) {
  const intl = useIntl()
  const isOffShift = useSelector(
    shift,
    (snapshot) => selectShift(snapshot) === null && selectFreePlates(snapshot) !== null,
  )
  if (isOffShift) {
    return (
      <StickyAction>
        <Button size="large" href="/crew/shift">
          <FormattedMessage id="crewHome.startShift" />
        </Button>
      </StickyAction>
    )
  }
  const [order] = next?.orders ?? []
  if (!next || !order) return null
  return (
    <StickyAction summary={joinParts([next.place.name, bagsText(intl, next.pieces)])}>
      <Button size="large" href={`/crew/orders/${order.orderId}`}>
        <FormattedMessage id="crewHome.open" />
      </Button>
    </StickyAction>
  )
}

function ShiftLine({ shift: actor }: { shift: ShiftActor }) {
  const intl = useIntl()
  const { platform } = useApp()
  const shift = useSelector(actor, selectShift)
  const isOff = useSelector(actor, selectFreePlates) !== null && shift === null
  if (isOff) {
    return (
      <div className={styles.shift}>
        <div>
          <strong>
            <FormattedMessage id="crewHome.offShift" />
          </strong>
          <p className="soft">
            <FormattedMessage id="crewHome.offShiftDetail" />
          </p>
        </div>
      </div>
    )
  }
  if (!shift) return null
  const time = formatClock(shift.breakTime ?? shift.startTime, { intl, timeZone: platform.timeZone() })
  return (
    <div className={styles.shift}>
      <div>
        <strong>
          <FormattedMessage
            id={shift.breakTime ? 'crewHome.onBreak' : 'crewHome.onShift'}
            values={{ time }}
          />
        </strong>
        <p className="soft">{shift.plate}</p>
      </div>
      <Button size="small" href="/crew/shift">
        <FormattedMessage id="crewShift.title" />
      </Button>
    </div>
  )
}
