import { selectDraftProblems, selectPhotoSet } from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import { useIntl } from 'react-intl'
import { usePlacementSelector } from '../../order/usePlacementSelector.ts'
import { PhotoGrid } from '../../photo/PhotoGrid.tsx'
import { fieldId, type SectionProps, useFieldError, useIsEditable } from './useField.ts'

export function BagPhotos({ placement }: SectionProps) {
  const intl = useIntl()
  const error = useFieldError(placement, 'photos')
  const hasFailed = usePlacementSelector(
    placement,
    (snapshot) => selectDraftProblems(snapshot).photos === 'photosFailed',
  )
  return (
    <PhotoGrid
      id={fieldId('photos')}
      photoSet={usePlacementSelector(placement, selectPhotoSet)}
      most={policy.maxPhotos}
      isEditable={useIsEditable(placement)}
      legend={intl.formatMessage({ id: 'orderForm.photos' })}
      hint={intl.formatMessage({ id: 'orderForm.photosHint' }, policy)}
      firstLabel={intl.formatMessage({ id: 'orderForm.addPhotos' })}
      labelOf={(number) => intl.formatMessage({ id: 'orderForm.photo' }, { number })}
      // A failed photo has a line of its own already.
      error={hasFailed ? undefined : error}
    />
  )
}
