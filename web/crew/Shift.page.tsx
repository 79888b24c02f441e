import type { Shift } from '@handsfree/core/contract'
import {
  createShift,
  inHandText,
  type ShiftActor,
  selectColleagues,
  selectFreePlates,
  selectInHand,
  selectIsShiftBusy,
  selectPlate,
  selectShift,
  selectShiftProblem,
  selectShiftReading,
  selectTaker,
  shiftProblemText,
} from '@handsfree/core/crew'
import { formatTime } from '@handsfree/core/i18n'
import { shallowEqual, useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../app/BackBar.tsx'
import { useAfterPaint } from '../app/useAfterPaint.ts'
import { useApp } from '../app/useApp.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import {
  Alert,
  Button,
  Card,
  ChipGroup,
  Field,
  Headline,
  Page,
  Section,
  Skeleton,
  StickyAction,
  TextControl,
} from '../ui/index.ts'
import { useMember } from './member.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import styles from './Shift.module.css'
import { TakerField } from './TakerField.tsx'

const selectHalves = (snapshot: ReturnType<ShiftActor['getSnapshot']>) => ({
  shift: selectShift(snapshot),
  plates: selectFreePlates(snapshot),
})

export default function CrewShift() {
  const intl = useIntl()
  const actor = useScreenActor(createShift)
  const reading = useSelector(actor, selectShiftReading)
  const { shift, plates } = useAfterPaint(useSelector(actor, selectHalves, shallowEqual))
  const bar = <BackBar title={intl.formatMessage({ id: 'crewShift.title' })} />
  if (shift) return <OnShift actor={actor} shift={shift} />
  if (plates) return <OffShift actor={actor} plates={plates} />
  return (
    <ReadingFallback
      reading={reading}
      bar={bar}
      loading={
        <LoadingPage bar={bar} labelKey="crewShift.loading">
          <Skeleton width="60%" height="34px" />
          <Skeleton shape="block" height="160px" />
        </LoadingPage>
      }
    />
  )
}

function OffShift({ actor, plates }: { actor: ShiftActor; plates: readonly string[] }) {
  const intl = useIntl()
  const { plate: ownPlate } = useMember()
  const chosenPlate = useSelector(actor, selectPlate)
  const isBusy = useSelector(actor, selectIsShiftBusy)
  const shownPlates = ownPlate ? [ownPlate, ...plates.filter((plate) => plate !== ownPlate)] : plates
  const plate = chosenPlate || ownPlate
  return (
    <ShiftPage
      actor={actor}
      action={
        <Button
          size="large"
          busy={isBusy}
          disabled={plate === ''}
          onClick={() => actor.send({ type: 'shift.start' })}
        >
          <FormattedMessage id="crewShift.start" />
        </Button>
      }
    >
      <Headline level={2} detail={<FormattedMessage id="crewHome.offShiftDetail" />}>
        <FormattedMessage id="crewHome.offShift" />
      </Headline>
      <Section title={intl.formatMessage({ id: 'crewShift.whichCar' })}>
        {shownPlates.length === 0 ? (
          <p>
            <FormattedMessage id="crewShift.noCar" />
          </p>
        ) : (
          <div className={styles.cars}>
            <ChipGroup
              label={intl.formatMessage({ id: 'crewShift.whichCar' })}
              options={shownPlates.map((value) => ({
                value,
                label:
                  value === ownPlate
                    ? intl.formatMessage({ id: 'crewShift.ownCar' }, { plate: value })
                    : value,
              }))}
              value={plate}
              onChange={(value) => actor.send({ type: 'plate.change', plate: value })}
            />
          </div>
        )}
      </Section>
    </ShiftPage>
  )
}

const endFormId = 'end-shift'

function OnShift({ actor, shift }: { actor: ShiftActor; shift: Shift }) {
  const intl = useIntl()
  const now = useNow()
  const { platform } = useApp()
  const typedPlate = useSelector(actor, selectPlate)
  const isBusy = useSelector(actor, selectIsShiftBusy)
  const isEnding = useSelector(actor, (snapshot) => snapshot.matches('ending'))
  const canEnd = useSelector(actor, (snapshot) => snapshot.can({ type: 'shift.end' }))
  const { breakTime, startTime, plate } = shift
  const time = (instant: string) =>
    formatTime(instant, { intl, now, timeZone: platform.timeZone(), inSentence: true })
  return (
    <ShiftPage
      actor={actor}
      action={
        <Button
          kind={breakTime ? 'gold' : 'ghost'}
          size="large"
          busy={isBusy && !isEnding}
          onClick={() => actor.send({ type: 'shift.break' })}
        >
          <FormattedMessage id={breakTime ? 'crewShift.breakEnd' : 'crewShift.break'} />
        </Button>
      }
    >
      <Headline
        level={2}
        detail={<FormattedMessage id="crewShift.since" values={{ time: time(startTime) }} />}
      >
        {breakTime ? (
          <FormattedMessage id="crewHome.onBreak" values={{ time: time(breakTime) }} />
        ) : (
          <FormattedMessage id="crewShift.working" />
        )}
      </Headline>
      <Card>
        <div className="soft">
          <FormattedMessage id="crewShift.car" />
        </div>
        <div className={styles.plate}>{plate}</div>
      </Card>
      <Section title={intl.formatMessage({ id: 'crewShift.end' })}>
        <form
          id={endFormId}
          className={styles.end}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            actor.send({ type: 'shift.end' })
          }}
        >
          <Field
            label={intl.formatMessage({ id: 'crewShift.endPlate' })}
            hint={intl.formatMessage({ id: 'crewShift.endDetail' })}
          >
            <TextControl
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="done"
              maxLength={20}
              readOnly={isBusy}
              value={typedPlate}
              onChange={({ currentTarget }) =>
                actor.send({ type: 'plate.change', plate: currentTarget.value })
              }
            />
          </Field>
          <BagsInHand actor={actor} />
          <Button type="submit" kind="ghost" busy={isEnding} disabled={!canEnd && !isEnding}>
            <FormattedMessage id="crewShift.end" />
          </Button>
        </form>
      </Section>
    </ShiftPage>
  )
}

/** The bags that the courier carries, and the colleague who takes them. */
function BagsInHand({ actor }: { actor: ShiftActor }) {
  const intl = useIntl()
  const inHand = useSelector(actor, selectInHand)
  const colleagues = useSelector(actor, selectColleagues)
  const taker = useSelector(actor, selectTaker)
  const isBusy = useSelector(actor, selectIsShiftBusy)
  if (inHand.orders === 0) return null
  return (
    <TakerField
      inHand={inHandText(intl, inHand)}
      colleagues={colleagues}
      taker={taker}
      isReadOnly={isBusy}
      onChange={(employeeId) => actor.send({ type: 'colleague.choose', employeeId })}
    />
  )
}

type ShiftPageProps = { actor: ShiftActor; action: React.ReactNode; children: React.ReactNode }

function ShiftPage({ actor, action, children }: ShiftPageProps) {
  const intl = useIntl()
  const problem = useSelector(actor, selectShiftProblem)
  return (
    <Page
      bar={<BackBar title={intl.formatMessage({ id: 'crewShift.title' })} />}
      action={
        <StickyAction
          alert={
            problem && (
              <Alert tone="coral" panel>
                {shiftProblemText(intl, problem)}
              </Alert>
            )
          }
        >
          {action}
        </StickyAction>
      }
    >
      <OutboxStatus />
      <ReadingStaleAlert reading={useSelector(actor, selectShiftReading)} />
      {children}
    </Page>
  )
}
