import type { OperatorOrder } from '@handsfree/core/contract'
import {
  type ActName,
  actText,
  askText,
  createStop,
  legalActs,
  proofOf,
  selectAct,
  selectActProblem,
  selectIsSendingAct,
  selectStopOrder,
} from '@handsfree/core/crew'
import type { ReadingActor } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useAfterPaint } from '../app/useAfterPaint.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Button } from '../ui/index.ts'
import { ActProblem } from './ActProblem.tsx'
import { ActSheet } from './ActSheet.tsx'
import styles from './AskRow.module.css'
import { beginAct } from './begin-act.ts'
import { useCrewApp } from './crew-app.ts'
import { OrderRow } from './OrderRow.tsx'

const answers: readonly ActName[] = [
  'decision.allow',
  'transfer.accept',
  'decision.reject',
  'transfer.reject',
]

export type AskRowProps = { order: OperatorOrder; list: ReadingActor<readonly OperatorOrder[]> }

/** An order that the courier is asked to take, with a yes and a no. */
export function AskRow({ order: listed, list }: AskRowProps) {
  const intl = useIntl()
  const now = useNow()
  const app = useCrewApp()
  const stop = useScreenActor(() => createStop(app, listed.orderId, list))
  const order = useAfterPaint(useSelector(stop, selectStopOrder)) ?? listed
  const act = useSelector(stop, selectAct)
  const problem = useSelector(stop, selectActProblem)
  const isSending = useSelector(stop, selectIsSendingAct)
  const legal = legalActs(order).filter((name) => answers.includes(name))
  const deadline = askText(intl, order, now)
  return (
    <OrderRow order={order}>
      {deadline && <p className={styles.deadline}>{deadline}</p>}
      {act && problem && proofOf(act) === 'none' && <ActProblem act={act} problem={problem} />}
      <fieldset className={styles.answers} aria-label={order.orderNumber}>
        {legal.map((name) => (
          <Button
            key={name}
            kind={proofOf(name) === 'none' ? 'ghost' : 'quiet'}
            aria-haspopup={proofOf(name) === 'none' ? undefined : 'dialog'}
            busy={isSending && act === name}
            disabled={isSending && act !== name}
            onClick={() => beginAct(stop, name)}
          >
            {actText(intl, name)}
          </Button>
        ))}
      </fieldset>
      <ActSheet stop={stop} order={order} />
    </OrderRow>
  )
}
