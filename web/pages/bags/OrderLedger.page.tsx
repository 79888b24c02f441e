import { createOrderLedger, selectIsAnswered, selectLedger, selectLedgerReading } from '@handsfree/core/bags'
import type { Ledger, LedgerBag } from '@handsfree/core/contract'
import { joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrderNotThere } from '../../parts/orders/OrderNotThere.tsx'
import { LoadingPage, ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import { Button, Card, Page, Section, Skeleton, StickyAction } from '../../ui/index.ts'
import { LedgerEntryCard } from './LedgerEntryCard.tsx'
import styles from './OrderLedger.module.css'
import { Questions } from './Questions.tsx'

export default function OrderLedger() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderLedger(app, orderId))
  const ledger = useSelector(actor, selectLedger)
  const title = intl.formatMessage({ id: 'ledger.title' })
  useCustomTitle(joinParts([title, ledger?.orderNumber]))
  const bar = <BackBar title={title} fallback={`/order/detail/${orderId}`} />
  const reading = useSelector(actor, selectLedgerReading)
  const isAnswered = useSelector(actor, selectIsAnswered)
  if (ledger) {
    return (
      <Page bar={bar} action={isAnswered && <ContinueToOrder orderId={orderId} />}>
        <div className={styles.parts}>
          <ReadingStaleAlert reading={reading} />
          <p className="soft">
            <FormattedMessage id="ledger.detail" values={{ city: ledger.cityName }} />
          </p>
          <Questions actor={actor} ledger={ledger} />
          {ledger.bags.map((bag, index) => (
            <BagEntries key={bag.tagCode ?? index} bag={bag} number={index + 1} ledger={ledger} />
          ))}
        </div>
      </Page>
    )
  }
  const loading = (
    <LoadingPage bar={bar}>
      <Skeleton width="60%" height="32px" />
      <Skeleton shape="block" height="220px" />
      <Skeleton shape="block" height="220px" />
    </LoadingPage>
  )
  return <ReadingFallback reading={reading} bar={bar} loading={loading} notThere={<OrderNotThere />} />
}

const ContinueToOrder = ({ orderId }: { orderId: string }) => (
  <StickyAction>
    <Button href={`/order/detail/${orderId}`}>
      <FormattedMessage id="notification.seeOrder" />
    </Button>
  </StickyAction>
)

type BagEntriesProps = { bag: LedgerBag; number: number; ledger: Ledger }

function BagEntries({ bag: { tagCode, entries }, number, ledger }: BagEntriesProps) {
  const intl = useIntl()
  return (
    <Section
      title={intl.formatMessage({ id: 'ledger.bag' }, { number })}
      aside={tagCode && intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })}
    >
      <Card>
        <div className={styles.sides}>
          {entries.map((entry) => (
            <LedgerEntryCard key={`${entry.stage} ${entry.time}`} entry={entry} ledger={ledger} />
          ))}
        </div>
      </Card>
    </Section>
  )
}
