import { isNotThere } from '@handsfree/core/api'
import { selectPaymentProblem } from '@handsfree/core/payment'
import { failureWords } from '@handsfree/core/words'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../app/message-key.ts'
import { Button, EmptyState, LostPagePicture, Page } from '../ui/index.ts'
import type { StageProps } from './stage.ts'

export function Unavailable({ snapshot, send, bar }: StageProps) {
  const intl = useIntl()
  const problem = selectPaymentProblem(snapshot)
  const notThere = problem !== null && isNotThere(problem)
  const text = (id: MessageKey) => intl.formatMessage({ id })
  return (
    <Page bar={bar} centered>
      <EmptyState
        role="alert"
        picture={<LostPagePicture />}
        title={text(notThere ? 'payment.notThereTitle' : 'payment.unavailableTitle')}
        action={
          notThere ? (
            <Button href="/order/category">{text('payment.seeOrders')}</Button>
          ) : (
            <Button
              disabled={!snapshot.can({ type: 'payment.retry' })}
              onClick={() => send({ type: 'payment.retry' })}
            >
              {text('common.tryAgain')}
            </Button>
          )
        }
      >
        {notThere ? text('payment.notThereDetail') : problem && failureWords(intl, problem)}
      </EmptyState>
    </Page>
  )
}
