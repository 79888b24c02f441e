import type { OperatorOrder } from '@handsfree/core/contract'
import { actText, isStoredAt, needsPickupConfirmation, type StopActor } from '@handsfree/core/crew'
import { ArrowLeftRight, PackageCheck, Printer } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, Card, Section } from '../ui/index.ts'
import { beginAct } from './begin-act.ts'
import styles from './DeskTools.module.css'
import { useMember } from './member.ts'
import { printLabels, printOrderCard } from './print.tsx'

type DeskToolsProps = { stop: StopActor; order: OperatorOrder }

/** A desk’s own tools: confirm a pickup, move bags between shelves, print. */
export function DeskTools({ stop, order }: DeskToolsProps) {
  const intl = useIntl()
  const { site } = useMember()
  const siteId = site?.siteId ?? ''
  const isStored = isStoredAt(order, siteId)
  return (
    <>
      {needsPickupConfirmation(order, siteId) && <PickupConfirmation stop={stop} order={order} />}
      <div className={styles.tools}>
        {isStored && (
          <Button
            kind="ghost"
            size="small"
            icon={<ArrowLeftRight size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => beginAct(stop, 'shelf.change')}
          >
            {actText(intl, 'shelf.change')}
          </Button>
        )}
        {order.bags.length > 0 && (
          <Button
            kind="ghost"
            size="small"
            icon={<Printer size={20} aria-hidden="true" />}
            onClick={() => printLabels(intl, order, isStored)}
          >
            <FormattedMessage id={isStored ? 'crewPrint.shelfLabels' : 'crewPrint.tags'} />
          </Button>
        )}
        <Button
          kind="ghost"
          size="small"
          icon={<Printer size={20} aria-hidden="true" />}
          onClick={() => printOrderCard(intl, order)}
        >
          <FormattedMessage id="crewPrint.card" />
        </Button>
      </div>
    </>
  )
}

function PickupConfirmation({ stop, order: { courier, bags } }: DeskToolsProps) {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'crewPickupConfirm.title' })}>
      <Card>
        <p>
          <FormattedMessage
            id="crewPickupConfirm.took"
            values={{
              courier: courier?.name ?? '',
              plate: courier?.plate ?? '',
              count: bags.length,
            }}
          />
        </p>
        <div className={styles.confirm}>
          <Button
            icon={<PackageCheck size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => beginAct(stop, 'pickup.confirm')}
          >
            {actText(intl, 'pickup.confirm')}
          </Button>
        </div>
      </Card>
    </Section>
  )
}
