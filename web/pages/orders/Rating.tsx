import {
  createRating,
  type FeedbackActor,
  isOrderRated,
  type Rating as RatingValue,
  ratings,
  selectFeedbackDraft,
  selectFeedbackIsSending,
  selectFeedbackIsSent,
  selectFeedbackProblem,
} from '@handsfree/core/claims'
import { feedbackTypes, type Order } from '@handsfree/core/contract'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Alert, Button, Card, ChipGroup, Section } from '../../ui/index.ts'
import styles from './Rating.module.css'

export default function Rating({ order }: { order: Order }) {
  const app = useApp()
  const intl = useIntl()
  const rating = useScreenActor(() => createRating(app, order.orderId))
  const isSent = useSelector(rating, selectFeedbackIsSent)
  const [wasRated] = useState(() => isOrderRated(app, order.orderId))
  if (wasRated) return null
  return (
    <Section title={intl.formatMessage({ id: 'rating.title' })}>
      <Card>
        <div role="status">{isSent && intl.formatMessage({ id: 'rating.thanks' })}</div>
        {!isSent && <Answers rating={rating} orderNumber={order.orderNumber} />}
      </Card>
    </Section>
  )
}

function Answers({ rating, orderNumber }: { rating: FeedbackActor; orderNumber: string }) {
  const intl = useIntl()
  const { text } = useSelector(rating, selectFeedbackDraft)
  const isSending = useSelector(rating, selectFeedbackIsSending)
  const problem = useSelector(rating, selectFeedbackProblem)
  const textOf = (value: RatingValue) =>
    intl.formatMessage({ id: 'rating.text' }, { orderNumber, rating: value })
  const chosen = ratings.find((value) => textOf(value) === text) ?? null
  return (
    <div className={styles.answers}>
      <ChipGroup
        label={intl.formatMessage({ id: 'rating.title' })}
        value={chosen}
        options={ratings.map((value) => ({
          value,
          label: intl.formatMessage({ id: 'rating.answer' }, { rating: value }),
          disabled: isSending,
        }))}
        onChange={(value) =>
          rating.send({
            type: 'feedback.change',
            patch: { type: feedbackTypes.platform, text: textOf(value) },
          })
        }
      />
      {problem && (
        <Alert tone="coral" panel>
          {intl.formatMessage({ id: 'rating.failed' })}
        </Alert>
      )}
      {chosen && (
        <Button kind="ghost" busy={isSending} onClick={() => rating.send({ type: 'feedback.send' })}>
          {intl.formatMessage({ id: isSending ? 'feedback.sending' : 'feedback.send' })}
        </Button>
      )}
    </div>
  )
}
