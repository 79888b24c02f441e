import {
  type FeedbackActor,
  selectFeedbackNeedsPhotos,
  selectFeedbackPhotos,
  selectFeedbackPhotosLeftOut,
} from '@handsfree/core/feedback'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { PhotoGrid } from '../../photo/PhotoGrid.tsx'

export function FeedbackPhotos({ feedback }: { feedback: FeedbackActor }) {
  const intl = useIntl()
  const photos = useSelector(feedback, selectFeedbackPhotos)
  const canAdd = useSelector(feedback, (snapshot) => snapshot.can({ type: 'photo.add', sources: [null] }))
  const isEditable = useSelector(feedback, (snapshot) => snapshot.can({ type: 'photo.remove', id: '' }))
  const needsPhotos = useSelector(feedback, selectFeedbackNeedsPhotos)
  return (
    <PhotoGrid
      photos={photos}
      most={policy.maxFeedbackPhotos}
      leftOut={useSelector(feedback, selectFeedbackPhotosLeftOut)}
      canAdd={canAdd}
      isEditable={isEditable}
      legend={intl.formatMessage({ id: 'feedback.photos' })}
      hint={intl.formatMessage({ id: 'feedback.photosHint' }, policy)}
      addLabel={intl.formatMessage({
        id: photos.length === 0 ? 'feedback.addPhotos' : 'orderForm.addPhoto',
      })}
      labelOf={(number) => intl.formatMessage({ id: 'feedback.photo' }, { number })}
      error={needsPhotos ? intl.formatMessage({ id: 'feedback.photosUnfinished' }) : undefined}
      onAdd={(sources) => feedback.send({ type: 'photo.add', sources })}
      onRemove={(id) => feedback.send({ type: 'photo.remove', id })}
    />
  )
}
