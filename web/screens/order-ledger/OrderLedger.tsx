import type { Ledger } from '@handsfree/core/api'
import {
  createOrderLedger,
  type OrderLedgerActor,
  selectLedger,
  selectLedgerIsStale,
  selectLedgerProblem,
  selectLedgerReading,
} from '@handsfree/core/ledger'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useOwnTitle } from '../../app/useOwnTitle.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadFailed } from '../../errors/LoadFailed.tsx'
import { joinParts } from '../../format/index.ts'
import { StaleNotice } from '../../reading/StaleNotice.tsx'
import { Button, EmptyState, Loading, LostPagePicture, Page, Skeleton, StickyAction } from '../../ui/index.ts'
import { BagEntries } from './BagEntries.tsx'
import styles from './OrderLedger.module.css'
import { Questions } from './Questions.tsx'

/** Each bag's photos and seals from the traveller's own photo to the hand-over, and what is asked about them. */
export default function OrderLedger() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderLedger(app, orderId))
  const ledger = useSelector(actor, selectLedger)
  const title = intl.formatMessage({ id: 'ledger.title' })
  useOwnTitle(joinParts([title, ledger?.orderNumber]))
  const bar = <BackBar title={title} fallback={`/order/detail/${orderId}`} />
  if (!ledger) return <Page bar={bar}>{<Unread actor={actor} />}</Page>
  return (
    <Page bar={bar} action={<Onward ledger={ledger} />}>
      <Parts actor={actor} ledger={ledger} />
    </Page>
  )
}

/** Once everything is answered, back to the order and what is next. */
function Onward({ ledger: { orderId, questions } }: { ledger: Ledger }) {
  const isDone =
    questions.some(({ answerTime }) => answerTime) && !questions.some(({ state }) => state === 'asked')
  if (!isDone) return null
  return (
    <StickyAction>
      <Button href={`/order/detail/${orderId}`}>
        <FormattedMessage id="notification.seeOrder" />
      </Button>
    </StickyAction>
  )
}

function Parts({ actor, ledger }: { actor: OrderLedgerActor; ledger: Ledger }) {
  const isStale = useSelector(actor, selectLedgerIsStale)
  const reading = useSelector(actor, selectLedgerReading)
  return (
    <div className={styles.parts}>
      {isStale && (
        <StaleNotice onRetry={() => reading?.send({ type: 'reading.retry' })}>
          <FormattedMessage id="resource.stale" />
        </StaleNotice>
      )}
      <Questions actor={actor} ledger={ledger} />
      <p className="soft">
        <FormattedMessage id="ledger.detail" />
      </p>
      {ledger.bags.map((bag, index) => (
        <BagEntries key={bag.tagCode ?? index} bag={bag} number={index + 1} ledger={ledger} />
      ))}
    </div>
  )
}

function Unread({ actor }: { actor: OrderLedgerActor }) {
  const intl = useIntl()
  const problem = useSelector(actor, selectLedgerProblem)
  const isNotThere = useSelector(actor, (snapshot) => snapshot.matches('notThere'))
  const reading = useSelector(actor, selectLedgerReading)
  if (isNotThere) {
    return (
      <EmptyState
        role="alert"
        picture={<LostPagePicture />}
        title={intl.formatMessage({ id: 'order.notThereTitle' })}
        action={<Button href="/order/category">{intl.formatMessage({ id: 'order.seeOrders' })}</Button>}
      >
        {intl.formatMessage({ id: 'order.notThereDetail' })}
      </EmptyState>
    )
  }
  if (problem) {
    return <LoadFailed problem={problem} onReload={() => reading?.send({ type: 'reading.retry' })} />
  }
  return (
    <Loading label={intl.formatMessage({ id: 'common.loading' })}>
      <Skeleton width="60%" height="32px" />
      <Skeleton shape="block" height="220px" />
      <Skeleton shape="block" height="220px" />
    </Loading>
  )
}
