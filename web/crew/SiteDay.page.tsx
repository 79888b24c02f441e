import { getSiteDay, type SiteDay } from '@handsfree/core/contract'
import {
  createSiteClosing,
  createSiteReopening,
  type DeskTaskActor,
  selectIsTaskBusy,
  selectIsTaskOpen,
  selectTaskProblem,
  selectTaskText,
} from '@handsfree/core/crew'
import { bagsText, failureText, formatTime, joinParts } from '@handsfree/core/i18n'
import { createReading, type ReadingActor, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../app/BackBar.tsx'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import {
  Alert,
  Button,
  Card,
  EmptyState,
  Field,
  Headline,
  LostPagePicture,
  Page,
  Section,
  Sheet,
  Skeleton,
  StickyAction,
  TextControl,
  TextLink,
} from '../ui/index.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import { maxReasonLength } from './ReportFields.tsx'
import styles from './SiteDay.module.css'

/** A site's orders of today, and closing the site until tomorrow. */
export default function CrewSiteDay() {
  const intl = useIntl()
  const { siteId = '' } = useParams()
  const reading = useScreenActor((app) => createReading(app, getSiteDay, { params: { siteId } }))
  const day = useSelector(reading, selectValue(reading))
  const bar = <BackBar title={intl.formatMessage({ id: 'crewSiteDay.title' })} />
  if (!day) {
    return (
      <ReadingFallback
        reading={reading}
        bar={bar}
        loading={
          <LoadingPage bar={bar}>
            <Skeleton width="60%" height="34px" />
            <Skeleton shape="block" height="160px" />
          </LoadingPage>
        }
        notThere={
          <EmptyState
            role="alert"
            level={1}
            picture={<LostPagePicture />}
            title={<FormattedMessage id="crewSiteDay.unknown" />}
            action={
              <Button href="/crew">
                <FormattedMessage id="crewLost.goHome" />
              </Button>
            }
          >
            <FormattedMessage id="crewSiteDay.unknownDetail" />
          </EmptyState>
        }
      />
    )
  }
  return <Day reading={reading} day={day} />
}

type DayProps = { reading: ReadingActor<SiteDay>; day: SiteDay }

function Day({ reading, day }: DayProps) {
  const intl = useIntl()
  const readAgain = (task: DeskTaskActor) => {
    task.on('task.done', () => reading.send({ type: 'reading.hint' }))
    return task
  }
  const closing = useScreenActor((app) => readAgain(createSiteClosing(app, day.siteId)))
  const reopening = useScreenActor((app) => readAgain(createSiteReopening(app, day.siteId)))
  const problem = useSelector(reopening, selectTaskProblem)
  const isReopening = useSelector(reopening, selectIsTaskBusy)
  const { isClosed, reason } = day
  return (
    <Page
      bar={<BackBar title={intl.formatMessage({ id: 'crewSiteDay.title' })} />}
      action={
        <StickyAction
          alert={
            problem && (
              <Alert tone="coral" panel>
                {failureText(intl, problem)}
              </Alert>
            )
          }
        >
          {isClosed ? (
            <Button
              size="large"
              busy={isReopening}
              onClick={() => {
                reopening.send({ type: 'task.open' })
                reopening.send({ type: 'task.send' })
              }}
            >
              <FormattedMessage id="crewSiteDay.reopen" />
            </Button>
          ) : (
            <Button size="large" aria-haspopup="dialog" onClick={() => closing.send({ type: 'task.open' })}>
              <FormattedMessage id="crewSiteDay.close" />
            </Button>
          )}
        </StickyAction>
      }
    >
      <OutboxStatus />
      <ReadingStaleAlert reading={reading} />
      <Headline level={2}>{day.name}</Headline>
      <p role="status">
        <FormattedMessage id={isClosed ? 'crewSiteDay.closed' : 'crewSiteDay.open'} />
      </p>
      {reason !== null && (
        <div className={styles.reason}>
          <Alert tone="sky" panel>
            {reason}
          </Alert>
        </div>
      )}
      <Orders day={day} />
      <CloseSheet task={closing} day={day} />
    </Page>
  )
}

function Orders({ day: { orders, timeZone } }: { day: SiteDay }) {
  const intl = useIntl()
  const now = useNow()
  return (
    <Section title={intl.formatMessage({ id: 'crewSiteDay.orders' }, { count: orders.length })}>
      <Card>
        {orders.length === 0 ? (
          <p className="soft">
            <FormattedMessage id="crewSiteDay.noOrders" />
          </p>
        ) : (
          <ul className={styles.orders}>
            {orders.map(({ orderId, orderNumber, task, time, pieces }) => (
              <li key={orderId}>
                <div>
                  <TextLink href={`/crew/orders/${orderId}`}>{orderNumber}</TextLink>
                  <p className="soft">
                    {joinParts([
                      intl.formatMessage({ id: `crewSiteDay.task.${task}` }),
                      bagsText(intl, pieces),
                    ])}
                  </p>
                </div>
                <time dateTime={time}>{formatTime(time, { intl, now, timeZone })}</time>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Section>
  )
}

const formId = 'close-site'

function CloseSheet({ task, day: { orders } }: { task: DeskTaskActor; day: SiteDay }) {
  const intl = useIntl()
  const isOpen = useSelector(task, selectIsTaskOpen)
  const text = useSelector(task, selectTaskText)
  const problem = useSelector(task, selectTaskProblem)
  const isBusy = useSelector(task, selectIsTaskBusy)
  const canSend = useSelector(task, (snapshot) => snapshot.can({ type: 'task.send' }))
  return (
    <Sheet
      open={isOpen}
      onClose={() => task.send({ type: 'task.drop' })}
      title={intl.formatMessage({ id: 'crewSiteDay.close' })}
      description={intl.formatMessage({ id: 'crewSiteDay.closeDetail' }, { count: orders.length })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button size="large" type="submit" form={formId} busy={isBusy} disabled={!canSend && !isBusy}>
          <FormattedMessage id="crewSiteDay.close" />
        </Button>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          task.send({ type: 'task.send' })
        }}
      >
        {problem && (
          <Alert tone="coral" panel>
            {failureText(intl, problem)}
          </Alert>
        )}
        <Field
          label={intl.formatMessage({ id: 'crewAct.reason' })}
          hint={intl.formatMessage({ id: 'crewSiteDay.reasonHint' })}
        >
          <TextControl
            multiline
            maxLength={maxReasonLength}
            readOnly={isBusy}
            value={text}
            onChange={({ currentTarget }) => task.send({ type: 'task.change', text: currentTarget.value })}
          />
        </Field>
      </form>
    </Sheet>
  )
}
