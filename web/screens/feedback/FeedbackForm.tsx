import { type FeedbackType, feedbackTypes } from '@handsfree/core/api'
import { type FeedbackActor, selectFeedbackDraft, selectFeedbackNeedsText } from '@handsfree/core/feedback'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChipGroup, Field, Page, TextControl } from '../../ui/index.ts'
import { FeedbackBar } from './FeedbackBar.tsx'
import styles from './FeedbackForm.module.css'
import { FeedbackPhotos } from './FeedbackPhotos.tsx'

export type FeedbackFormProps = { feedback: FeedbackActor; bar: ReactNode }

export function FeedbackForm({ feedback, bar }: FeedbackFormProps) {
  const intl = useIntl()
  const { type, text } = useSelector(feedback, selectFeedbackDraft)
  const needsText = useSelector(feedback, selectFeedbackNeedsText)
  const isEditable = useSelector(feedback, (snapshot) => snapshot.can({ type: 'feedback.change', patch: {} }))
  return (
    <Page bar={bar} action={<FeedbackBar feedback={feedback} />}>
      <div className={styles.form}>
        <div>
          <h2 className={styles.heading}>
            <FormattedMessage id="feedback.about" />
          </h2>
          <ChipGroup
            label={intl.formatMessage({ id: 'feedback.about' })}
            value={nameOf(type)}
            options={(['hotel', 'platform'] as const).map((name) => ({
              value: name,
              label: intl.formatMessage({ id: `feedback.type.${name}` }),
              disabled: !isEditable,
            }))}
            onChange={(name) =>
              feedback.send({ type: 'feedback.change', patch: { type: feedbackTypes[name] } })
            }
          />
        </div>
        <Field
          label={intl.formatMessage({ id: 'feedback.content' })}
          error={needsText ? intl.formatMessage({ id: 'feedback.contentRequired' }) : undefined}
          hint={
            <span className="figures">
              <FormattedMessage id="feedback.count" values={{ ...policy, count: text.length }} />
            </span>
          }
        >
          <TextControl
            multiline
            autoComplete="off"
            maxLength={policy.maxFeedbackCharacters}
            readOnly={!isEditable}
            placeholder={intl.formatMessage({ id: 'feedback.placeholder' })}
            value={text}
            onChange={({ currentTarget }) =>
              feedback.send({ type: 'feedback.change', patch: { text: currentTarget.value } })
            }
          />
        </Field>
        <FeedbackPhotos feedback={feedback} />
      </div>
    </Page>
  )
}

const nameOf = (type: FeedbackType) => (type === feedbackTypes.hotel ? 'hotel' : 'platform')
