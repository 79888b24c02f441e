import {
  selectCanAddPhotos,
  selectDraftProblems,
  selectPhotos,
  selectPhotosLeftOut,
} from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { PhotoGrid as Photos } from '../../photo/PhotoGrid.tsx'
import { fieldId, type SectionProps, useFieldError, useIsEditable } from './useField.ts'

export function PhotoGrid({ placement }: SectionProps) {
  const intl = useIntl()
  const photos = useSelector(placement, selectPhotos)
  const canAdd = useSelector(placement, selectCanAddPhotos)
  const isEditable = useIsEditable(placement)
  const error = useFieldError(placement, 'photos')
  const hasFailed = useSelector(
    placement,
    (snapshot) => selectDraftProblems(snapshot).photos === 'photosFailed',
  )
  return (
    <Photos
      id={fieldId('photos')}
      photos={photos}
      most={policy.maxPhotos}
      leftOut={useSelector(placement, selectPhotosLeftOut)}
      canAdd={canAdd}
      isEditable={isEditable}
      legend={intl.formatMessage({ id: 'orderForm.photos' })}
      hint={intl.formatMessage({ id: 'orderForm.photosHint' }, policy)}
      addLabel={intl.formatMessage({
        id: photos.length === 0 ? 'orderForm.addPhotos' : 'orderForm.addPhoto',
      })}
      labelOf={(number) => intl.formatMessage({ id: 'orderForm.photo' }, { number })}
      // A failed photo has a line of its own already.
      error={hasFailed ? undefined : error}
      onAdd={(sources) => placement.send({ type: 'photo.add', sources })}
      onRemove={(id) => placement.send({ type: 'photo.remove', id })}
    />
  )
}
