import { selectDraftProblems, selectPhotoSet } from '@handsfree/core/booking'
import { policy } from '@handsfree/core/policy'
import { useIntl } from 'react-intl'
import { PhotoGrid } from '../../parts/photos/PhotoGrid.tsx'
import { fieldId, type SectionProps, useFieldError, useIsEditable } from './form-fields.ts'
import { useFormSelector } from './useFormSelector.ts'

export function BagPhotos({ form }: SectionProps) {
  const intl = useIntl()
  const error = useFieldError(form, 'photos')
  const hasFailed = useFormSelector(
    form,
    (snapshot) => selectDraftProblems(snapshot).photos === 'photosFailed',
  )
  return (
    <PhotoGrid
      id={fieldId('photos')}
      photoSet={useFormSelector(form, selectPhotoSet)}
      most={policy.maxPhotos}
      isEditable={useIsEditable(form)}
      legend={intl.formatMessage({ id: 'orderForm.photos' })}
      hint={intl.formatMessage({ id: 'orderForm.photosHint' }, policy)}
      firstLabel={intl.formatMessage({ id: 'orderForm.addPhotos' })}
      labelOf={(number) => intl.formatMessage({ id: 'orderForm.photo' }, { number })}
      // A failed photo has a line of its own already.
      error={hasFailed ? undefined : error}
    />
  )
}
