import { selectCanAddPhotos, selectDraftProblems, selectPhotos } from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { Camera } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { FieldError } from './FieldError.tsx'
import styles from './PhotoGrid.module.css'
import { PhotoProblemLine } from './PhotoProblemLine.tsx'
import { PhotoTile } from './PhotoTile.tsx'
import { fieldId, type SectionProps, useFieldError, useIsEditable } from './useField.ts'

/** Photos of the bags: each with its own progress, retry and removal. */
export function PhotoGrid({ placement }: SectionProps) {
  const photos = useSelector(placement, selectPhotos)
  const canAdd = useSelector(placement, selectCanAddPhotos)
  const isEditable = useIsEditable(placement)
  const error = useFieldError(placement, 'photos')
  const hasFailed = useSelector(
    placement,
    (snapshot) => selectDraftProblems(snapshot).photos === 'photosFailed',
  )
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    placement.send({ type: 'photo.add', sources: [...(target.files ?? [])] })
    target.value = ''
  }
  const errorId = `${fieldId('photos')}-error`
  return (
    <fieldset id={fieldId('photos')} aria-describedby={errorId}>
      <legend className={styles.label}>
        <FormattedMessage id="orderForm.photos" />{' '}
        <span className="small">
          <FormattedMessage id="orderForm.photosHint" values={policy} />
        </span>
      </legend>
      <ul className={styles.grid}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            number={index + 1}
            isEditable={isEditable}
            onRemove={() => placement.send({ type: 'photo.remove', id: photo.id })}
          />
        ))}
        {photos.length < policy.maxPhotos && (
          <li className={styles.tile}>
            <label className={styles.add} data-wrong={error !== undefined || undefined}>
              <Camera size={24} aria-hidden="true" />
              <span>
                <FormattedMessage id={photos.length === 0 ? 'orderForm.addPhotos' : 'orderForm.addPhoto'} />
              </span>
              <input
                className="unseen"
                type="file"
                accept="image/jpeg,image/png,image/webp"
                multiple
                disabled={!canAdd}
                onChange={add}
              />
            </label>
          </li>
        )}
      </ul>
      {photos.map((photo, index) => (
        <PhotoProblemLine key={photo.id} photo={photo} number={index + 1} />
      ))}
      {/* A failed photo has a line of its own already. */}
      <FieldError id={errorId}>{hasFailed ? undefined : error}</FieldError>
    </fieldset>
  )
}
