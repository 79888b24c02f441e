import type { CourierShift } from '@handsfree/core/contract'
import {
  createTeam,
  inHandText,
  selectIsEndingShift,
  selectLeaving,
  selectShifts,
  selectTeamProblem,
  selectTeamReading,
  selectTeamTaker,
  shiftProblemText,
  type TeamActor,
} from '@handsfree/core/crew'
import { formatTime, joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../app/BackBar.tsx'
import { useApp } from '../app/useApp.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { Alert, Button, EmptyListPicture, EmptyState, Headline, Page, Sheet, Skeleton } from '../ui/index.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import { TakerField } from './TakerField.tsx'
import styles from './Team.module.css'

/** The couriers on shift, for operators. */
export default function CrewTeam() {
  const intl = useIntl()
  const team = useScreenActor(createTeam)
  const reading = useSelector(team, selectTeamReading)
  const shifts = useSelector(team, selectShifts)
  const bar = <BackBar title={intl.formatMessage({ id: 'crewTeam.title' })} />
  if (!shifts) {
    return (
      <ReadingFallback
        reading={reading}
        bar={bar}
        loading={
          <LoadingPage bar={bar} labelKey="crewTeam.loading">
            <Skeleton width="60%" height="34px" />
            <Skeleton shape="block" height="88px" />
            <Skeleton shape="block" height="88px" />
          </LoadingPage>
        }
      />
    )
  }
  return (
    <Page bar={bar}>
      <OutboxStatus />
      <ReadingStaleAlert reading={reading} />
      {shifts.length === 0 ? (
        <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewTeam.empty" />}>
          <FormattedMessage id="crewTeam.emptyDetail" />
        </EmptyState>
      ) : (
        <>
          <Headline level={2}>
            <FormattedMessage id="crewTeam.count" values={{ count: shifts.length }} />
          </Headline>
          <ul className={styles.list}>
            {shifts.map((shift) => (
              <CourierRow key={shift.shiftId} team={team} shift={shift} />
            ))}
          </ul>
        </>
      )}
      <EndSheet team={team} shifts={shifts} />
    </Page>
  )
}

function CourierRow({ team, shift }: { team: TeamActor; shift: CourierShift }) {
  const intl = useIntl()
  const now = useNow()
  const { platform } = useApp()
  const { employeeId, name, plate, startTime, breakTime, inHand } = shift
  const time = (instant: string) =>
    formatTime(instant, { intl, now, timeZone: platform.timeZone(), inSentence: true })
  return (
    <li className={styles.courier}>
      <div>
        <strong>{name}</strong>
        <p className="soft">
          {joinParts([
            plate,
            intl.formatMessage({ id: 'crewShift.since' }, { time: time(startTime) }),
            breakTime && intl.formatMessage({ id: 'crewHome.onBreak' }, { time: time(breakTime) }),
          ])}
        </p>
        {inHand.orders > 0 && <p>{inHandText(intl, inHand)}</p>}
      </div>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={intl.formatMessage({ id: 'crewTeam.endNamed' }, { name })}
        onClick={() => team.send({ type: 'courier.choose', employeeId })}
      >
        <FormattedMessage id="crewTeam.end" />
      </Button>
    </li>
  )
}

function EndSheet({ team, shifts }: { team: TeamActor; shifts: readonly CourierShift[] }) {
  const intl = useIntl()
  const chosen = useSelector(team, selectLeaving)
  const taker = useSelector(team, selectTeamTaker)
  const problem = useSelector(team, selectTeamProblem)
  const isEnding = useSelector(team, selectIsEndingShift)
  const canEnd = useSelector(team, (snapshot) => snapshot.can({ type: 'shift.end' }))
  // Shown while the sheet closes.
  const [last, setLast] = useState<CourierShift | null>(null)
  if (chosen && chosen !== last) setLast(chosen)
  const leaving = chosen ?? last
  return (
    <Sheet
      open={chosen !== null}
      onClose={() => team.send({ type: 'courier.drop' })}
      title={leaving ? intl.formatMessage({ id: 'crewTeam.endTitle' }, { name: leaving.name }) : ''}
      description={leaving && intl.formatMessage({ id: 'crewTeam.endDetail' }, { plate: leaving.plate })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button
          size="large"
          busy={isEnding}
          disabled={!canEnd && !isEnding}
          onClick={() => team.send({ type: 'shift.end' })}
        >
          <FormattedMessage id="crewTeam.end" />
        </Button>
      }
    >
      {problem && (
        <Alert tone="coral" panel>
          {shiftProblemText(intl, problem)}
        </Alert>
      )}
      {leaving && leaving.inHand.orders > 0 && (
        <TakerField
          inHand={inHandText(intl, leaving.inHand)}
          colleagues={shifts.filter(({ employeeId }) => employeeId !== leaving.employeeId)}
          taker={taker}
          isReadOnly={isEnding}
          onChange={(employeeId) => team.send({ type: 'taker.choose', employeeId })}
        />
      )}
    </Sheet>
  )
}
