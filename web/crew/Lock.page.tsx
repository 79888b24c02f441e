import type { TabletPerson } from '@handsfree/core/contract'
import {
  pinDigits,
  pinOf,
  selectIsLeavingTablet,
  selectIsTabletBusy,
  selectPin,
  selectTabletPeople,
  selectTabletPerson,
  selectTabletProblem,
  selectTabletReading,
  selectTabletSite,
  tabletProblemText,
} from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { CircleUserRound } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { useIsOnline } from '../app/useIsOnline.ts'
import { LoadFailed } from '../parts/reading/LoadFailed.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../parts/reading/useReading.ts'
import {
  Alert,
  Button,
  EmptyState,
  Headline,
  Loading,
  OtpField,
  Page,
  Skeleton,
  TopBar,
} from '../ui/index.ts'
import { useCrewApp } from './crew-app.ts'
import styles from './Lock.module.css'

export default function CrewLock() {
  const { tablet } = useCrewApp()
  const person = useSelector(tablet, selectTabletPerson)
  return (
    <Page bar={<TopBar actions={<LanguageSwitch />} />}>
      {person ? <PinEntry person={person} key={person.employeeId} /> : <People />}
    </Page>
  )
}

/** The server checks PINs, so a tablet without a network stays locked. */
function OfflineAlert() {
  return (
    !useIsOnline() && (
      <Alert tone="sky" panel>
        <FormattedMessage id="crewTablet.offline" />
      </Alert>
    )
  )
}

function People() {
  const intl = useIntl()
  const { tablet, outbox } = useCrewApp()
  const site = useSelector(tablet, selectTabletSite)
  const isLeaving = useSelector(tablet, selectIsLeavingTablet)
  const people = useSelector(tablet, selectTabletPeople)
  const reading = useSelector(tablet, selectTabletReading)
  const acts = useSelector(outbox, ({ context }) => context.acts)
  const { hasFailed, problem, retry } = useReading(reading)
  return (
    <>
      <Headline detail={site}>
        <FormattedMessage id="crewTablet.choose" />
      </Headline>
      <div className={styles.part}>
        <OfflineAlert />
        {isLeaving ? (
          <p role="status">
            <FormattedMessage id="crewTablet.sending" />
          </p>
        ) : people ? (
          <>
            <ReadingStaleAlert reading={reading} />
            {people.length === 0 && <Nobody />}
            <ul className={styles.people}>
              {people.map(({ employeeId, name }) => {
                const waiting = acts.filter((act) => act.employeeId === employeeId).length
                return (
                  <li key={employeeId}>
                    <button
                      type="button"
                      className={styles.person}
                      onClick={() => tablet.send({ type: 'person.choose', employeeId })}
                    >
                      <CircleUserRound size={28} aria-hidden="true" />
                      <span>
                        {name}
                        {waiting > 0 && (
                          <small>
                            <FormattedMessage id="crewTablet.waiting" values={{ count: waiting }} />
                          </small>
                        )}
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </>
        ) : hasFailed ? (
          <LoadFailed problem={problem} onReload={retry} />
        ) : (
          <Loading label={intl.formatMessage({ id: 'crewTablet.loading' })}>
            <Skeleton shape="block" height="72px" />
            <Skeleton shape="block" height="72px" />
          </Loading>
        )}
      </div>
    </>
  )
}

function Nobody() {
  const { tablet } = useCrewApp()
  return (
    <EmptyState
      level={2}
      title={<FormattedMessage id="crewTablet.nobody" />}
      action={
        <Button kind="ghost" onClick={() => tablet.send({ type: 'tablet.leave' })}>
          <FormattedMessage id="crewTablet.leave" />
        </Button>
      }
    >
      <FormattedMessage id="crewTablet.nobodyDetail" />
    </EmptyState>
  )
}

function PinEntry({ person: { name } }: { person: TabletPerson }) {
  const intl = useIntl()
  const { tablet } = useCrewApp()
  const pin = useSelector(tablet, selectPin)
  const isBusy = useSelector(tablet, selectIsTabletBusy)
  const problem = useSelector(tablet, selectTabletProblem)
  return (
    <>
      <Headline name={name} detail={<FormattedMessage id="crewTablet.type" />}>
        {name}
      </Headline>
      <div className={styles.part}>
        <OfflineAlert />
        <OtpField
          label={intl.formatMessage({ id: 'crewPassword.pin' })}
          length={pinDigits}
          value={pin}
          digitsOf={pinOf}
          boxLabel={(position) =>
            intl.formatMessage({ id: 'crewTablet.digit' }, { position, count: pinDigits })
          }
          error={problem ? tabletProblemText(intl, problem) : undefined}
          readOnly={isBusy}
          autoFocus
          isMasked
          onChange={(typed) => tablet.send({ type: 'pin.change', pin: typed })}
          onSubmit={() => tablet.send({ type: 'pin.submit' })}
        />
        <Button kind="ghost" disabled={isBusy} onClick={() => tablet.send({ type: 'person.drop' })}>
          <FormattedMessage id="crewTablet.back" />
        </Button>
        <p className="soft">
          <FormattedMessage id="crewTablet.forgot" values={{ address: `${location.host}/crew` }} />
        </p>
      </div>
    </>
  )
}
