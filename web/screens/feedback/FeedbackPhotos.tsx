import {
  type FeedbackActor,
  selectFeedbackNeedsPhotos,
  selectFeedbackPhotoSet,
} from '@handsfree/core/feedback'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { PhotoGrid } from '../../photo/PhotoGrid.tsx'

export function FeedbackPhotos({ feedback }: { feedback: FeedbackActor }) {
  const intl = useIntl()
  const needsPhotos = useSelector(feedback, selectFeedbackNeedsPhotos)
  return (
    <PhotoGrid
      photoSet={useSelector(feedback, selectFeedbackPhotoSet)}
      most={policy.maxFeedbackPhotos}
      isEditable={useSelector(feedback, (snapshot) => snapshot.matches('editing'))}
      legend={intl.formatMessage({ id: 'feedback.photos' })}
      hint={intl.formatMessage({ id: 'feedback.photosHint' }, policy)}
      firstLabel={intl.formatMessage({ id: 'feedback.addPhotos' })}
      labelOf={(number) => intl.formatMessage({ id: 'feedback.photo' }, { number })}
      error={needsPhotos ? intl.formatMessage({ id: 'feedback.photosUnfinished' }) : undefined}
    />
  )
}
