import { type DraftFormActor, selectFirstProblem, selectLivePrice } from '@handsfree/core/booking'
import type { SiteDetail } from '@handsfree/core/contract'
import {
  createPreparation,
  createPreparedOrders,
  type Guest,
  type PreparationActor,
  prepareProblemText,
  selectGuest,
  selectIsGuestWrong,
  selectIsPreparing,
  selectPreparationForm,
  selectPreparationProblem,
} from '@handsfree/core/crew'
import { formatMoney } from '@handsfree/core/i18n'
import { errorCodes, isRefusedWith } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { flushSync } from 'react-dom'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearch } from 'wouter'
import { BackBar } from '../app/BackBar.tsx'
import { navigate } from '../app/navigate.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { BagsPart } from '../parts/order-form/BagsPart.tsx'
import { goToField, useIsEditable } from '../parts/order-form/form-fields.ts'
import { RemarksPart } from '../parts/order-form/RemarksPart.tsx'
import { RoutePart } from '../parts/order-form/RoutePart.tsx'
import { WhenPart } from '../parts/order-form/WhenPart.tsx'
import { DialCodeSelect } from '../parts/phone/DialCodeSelect.tsx'
import { PhoneControl } from '../parts/phone/PhoneControl.tsx'
import { LoadFailed } from '../parts/reading/LoadFailed.tsx'
import { LoadingPage } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { SiteSearch } from '../parts/sites/SiteSearch.tsx'
import {
  Alert,
  Button,
  ChipGroup,
  EmptyState,
  ErrorLive,
  Field,
  Page,
  Section,
  Skeleton,
  StickyAction,
} from '../ui/index.ts'
import { useMember } from './member.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import styles from './Prepare.module.css'
import { PreparedRow } from './PreparedRow.tsx'
import { RecipientPart } from './RecipientPart.tsx'

export default function CrewPrepare() {
  const { role, site } = useMember()
  const chosen = new URLSearchParams(useSearch()).get(siteParameter)
  if (role === 'operator') return chosen ? <Preparation key={chosen} siteId={chosen} /> : <ChooseSite />
  return <Preparation siteId={site?.siteId ?? ''} />
}

const siteParameter = 'site'

const withDesk = { withDesk: 'true' } as const
const chooseSite = ({ siteId }: SiteDetail) =>
  navigate(`/crew/prepare?${siteParameter}=${encodeURIComponent(siteId)}`)
const noDetail = () => ''

function usePrepareTitle(): string {
  const intl = useIntl()
  const isForCaller = useMember().role === 'operator'
  return intl.formatMessage({ id: isForCaller ? 'crewPrepare.titleCaller' : 'crewPrepare.title' })
}

/** Where the caller’s bags are picked up. */
function ChooseSite() {
  const intl = useIntl()
  return (
    <Page bar={<BackBar title={usePrepareTitle()} />}>
      <OutboxStatus />
      <Section title={intl.formatMessage({ id: 'crewPrepare.site' })}>
        <SiteSearch
          scope={withDesk}
          detailOf={noDetail}
          onChoose={chooseSite}
          emptyMessageKey="siteSearch.nothing"
        />
      </Section>
      <CreatedOrders />
    </Page>
  )
}

/** Orders that an operator has filled in and nobody has confirmed yet. */
function CreatedOrders() {
  const intl = useIntl()
  const reading = useScreenActor(createPreparedOrders)
  const orders = (useSelector(reading, selectValue(reading)) ?? []).filter(
    ({ source }) => source === 'selfService',
  )
  return (
    <>
      <ReadingStaleAlert reading={reading} />
      {orders.length > 0 && (
        <Section title={intl.formatMessage({ id: 'crewPrepare.created' }, { count: orders.length })}>
          <ul className={styles.list}>
            {orders.map((order) => (
              <PreparedRow key={order.preparedId} order={order} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** A caller can’t scan a code. */
const guestWays: Record<'operator' | 'desk', readonly [Guest['by'], ...Guest['by'][]]> = {
  operator: ['other', 'receiver'],
  desk: ['code', 'receiver', 'other'],
}
const useGuestWays = () => guestWays[useMember().role === 'operator' ? 'operator' : 'desk']

function Preparation({ siteId }: { siteId: string }) {
  const [guestBy] = useGuestWays()
  const preparation = useScreenActor((app) => {
    const actor = createPreparation(app, { siteId, guestBy })
    actor.on('preparation.prepared', ({ preparedId }) =>
      navigate(`/crew/prepared/${preparedId}`, { replace: true }),
    )
    return actor
  })
  const form = useSelector(preparation, selectPreparationForm)
  const problem = useSelector(preparation, selectPreparationProblem)
  const title = usePrepareTitle()
  const bar = <BackBar title={title} />
  if (form) return <PrepareForm preparation={preparation} form={form} />
  if (isRefusedWith(problem, errorCodes.siteNotExists)) {
    return (
      <Page bar={bar} centered>
        <EmptyState role="alert" level={1} title={<FormattedMessage id="crewPrepare.noDesk" />}>
          <FormattedMessage id="crewPrepare.noDeskDetail" />
        </EmptyState>
      </Page>
    )
  }
  if (problem) {
    return (
      <Page bar={bar} centered>
        <LoadFailed problem={problem} onReload={() => preparation.send({ type: 'desk.retry' })} />
      </Page>
    )
  }
  return (
    <LoadingPage bar={bar} labelKey="crewPrepare.loading">
      <Skeleton shape="block" height="180px" />
      <Skeleton shape="block" height="120px" />
    </LoadingPage>
  )
}

type PrepareFormProps = { preparation: PreparationActor; form: DraftFormActor }

function PrepareForm({ preparation, form }: PrepareFormProps) {
  const intl = useIntl()
  const title = usePrepareTitle()
  return (
    <Page bar={<BackBar title={title} />} action={<PrepareBar preparation={preparation} form={form} />}>
      <OutboxStatus />
      <ErrorLive value={undefined}>
        <RoutePart form={form} saved={[]} isForGuest />
        <WhenPart form={form} />
        <BagsPart form={form} guestHint={intl.formatMessage({ id: 'crewPrepare.photosHint' }, policy)} />
        <RecipientPart form={form} />
        <RemarksPart form={form} />
        <GuestPart preparation={preparation} form={form} />
      </ErrorLive>
    </Page>
  )
}

const guestPhoneId = 'guest-phone'

function GuestPart({ preparation, form }: PrepareFormProps) {
  const intl = useIntl()
  const isForCaller = useMember().role === 'operator'
  const guest = useSelector(preparation, selectGuest)
  const isWrong = useSelector(preparation, selectIsGuestWrong)
  const isEditable = useIsEditable(form)
  const change = (changes: Partial<Guest>) => preparation.send({ type: 'guest.change', guest: changes })
  const ways = useGuestWays().map((value) => ({
    value,
    label: intl.formatMessage({
      id: isForCaller && value === 'other' ? 'crewPrepare.guest.caller' : `crewPrepare.guest.${value}`,
    }),
    disabled: !isEditable,
  }))
  return (
    <Section title={intl.formatMessage({ id: 'crewPrepare.guest' })}>
      <div className={styles.list}>
        <ChipGroup
          label={intl.formatMessage({ id: 'crewPrepare.guest' })}
          options={ways}
          value={guest.by}
          onChange={(by) => change({ by })}
        />
        <p className="soft">
          <FormattedMessage id="crewPrepare.guestHint" />
        </p>
        {guest.by === 'other' && (
          <div id={guestPhoneId}>
            <Field
              label={intl.formatMessage({
                id: isForCaller ? 'crewPrepare.callerPhone' : 'crewPrepare.guestPhone',
              })}
              error={isWrong ? intl.formatMessage({ id: 'crewPrepare.guestPhoneInvalid' }) : undefined}
            >
              <PhoneControl
                autoComplete="off"
                readOnly={!isEditable}
                phone={guest}
                onChange={change}
                start={<DialCodeSelect phone={guest} disabled={!isEditable} onChange={change} />}
              />
            </Field>
          </div>
        )}
      </div>
    </Section>
  )
}

function PrepareBar({ preparation, form }: PrepareFormProps) {
  const intl = useIntl()
  const { role } = useMember()
  const isBusy = useSelector(preparation, selectIsPreparing)
  const problem = useSelector(preparation, selectPreparationProblem)
  const price = useSelector(form, selectLivePrice, (a, b) => a.total.amount === b.total.amount)
  const prepare = () => {
    flushSync(() => preparation.send({ type: 'order.prepare' }))
    const first = selectFirstProblem(form.getSnapshot())
    if (first) goToField(form, first.field)
    else if (selectIsGuestWrong(preparation.getSnapshot()))
      document.getElementById(guestPhoneId)?.querySelector('input')?.focus()
  }
  return (
    <StickyAction
      alert={
        problem && (
          <Alert tone="coral" panel>
            {prepareProblemText(intl, problem)}
          </Alert>
        )
      }
      summary={<b className="figures">{formatMoney(price.total, intl)}</b>}
    >
      <Button size="large" busy={isBusy} onClick={prepare}>
        <FormattedMessage id={role === 'operator' ? 'crewPrepare.submitCaller' : 'crewPrepare.submit'} />
      </Button>
    </StickyAction>
  )
}
