import {
  type FeedbackActor,
  selectFeedbackDraft,
  selectFeedbackIsSending,
  selectFeedbackIsWaiting,
  selectFeedbackNeedsPhotos,
  selectFeedbackNeedsText,
  selectFeedbackPhotoSet,
  selectFeedbackProblem,
} from '@handsfree/core/claims'
import { type FeedbackType, feedbackTypes } from '@handsfree/core/contract'
import { errorCodes, isRefusedWith } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PhotoGrid } from '../../parts/photos/PhotoGrid.tsx'
import { Alert, Button, ChipGroup, Field, Page, StickyAction, TextControl } from '../../ui/index.ts'
import styles from './FeedbackForm.module.css'

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

function FeedbackPhotos({ feedback }: { feedback: FeedbackActor }) {
  const intl = useIntl()
  const needsPhotos = useSelector(feedback, selectFeedbackNeedsPhotos)
  return (
    <PhotoGrid
      photoSet={useSelector(feedback, selectFeedbackPhotoSet)}
      maxPhotos={policy.maxFeedbackPhotos}
      isEditable={useSelector(feedback, (snapshot) => snapshot.matches('editing'))}
      legend={intl.formatMessage({ id: 'feedback.photos' })}
      hint={intl.formatMessage({ id: 'feedback.photosHint' }, policy)}
      firstLabel={intl.formatMessage({ id: 'feedback.addPhotos' })}
      labelOf={(number) => intl.formatMessage({ id: 'feedback.photo' }, { number })}
      error={needsPhotos ? intl.formatMessage({ id: 'feedback.photosUnfinished' }) : undefined}
    />
  )
}

function FeedbackBar({ feedback }: { feedback: FeedbackActor }) {
  const isWaiting = useSelector(feedback, selectFeedbackIsWaiting)
  const isSending = useSelector(feedback, selectFeedbackIsSending)
  const label = isWaiting ? 'feedback.waiting' : isSending ? 'feedback.sending' : 'feedback.send'
  return (
    <StickyAction
      alert={isWaiting ? <PhotosPendingAlert /> : <SendAlert feedback={feedback} />}
      summary={
        isWaiting && (
          <Button kind="ghost" onClick={() => feedback.send({ type: 'feedback.edit' })}>
            <FormattedMessage id="feedback.edit" />
          </Button>
        )
      }
    >
      <Button busy={isWaiting || isSending} onClick={() => feedback.send({ type: 'feedback.send' })}>
        <FormattedMessage id={label} />
      </Button>
    </StickyAction>
  )
}

const PhotosPendingAlert = () => (
  <Alert tone="sky">
    <FormattedMessage id="feedback.sendsItself" />
  </Alert>
)

function SendAlert({ feedback }: { feedback: FeedbackActor }) {
  const problem = useSelector(feedback, selectFeedbackProblem)
  if (!problem) return null
  return (
    <Alert tone="coral" panel>
      {isRefusedWith(problem, errorCodes.accessDenied) ? (
        <FormattedMessage id="feedback.tooMany" />
      ) : (
        <>
          <p>
            <FormattedMessage id="feedback.failed" />
          </p>
          <p>
            <FormattedMessage id="feedback.stillHere" />
          </p>
        </>
      )}
    </Alert>
  )
}
