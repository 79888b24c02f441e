import {
  type PhotoActor,
  type PhotoSetActor,
  photoProblemText,
  selectCanAddPhotos,
  selectExcludedPhotoCount,
  selectPhotos,
  selectShownPhotoProblem,
} from '@handsfree/core/photos'
import { useSelector } from '@xstate/react'
import { Camera, ImagePlus } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useId, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { ErrorLive, FieldError } from '../../ui/index.ts'
import styles from './PhotoGrid.module.css'
import { PhotoTile } from './PhotoTile.tsx'

export type PhotoGridProps = {
  photoSet: PhotoSetActor
  maxPhotos: number
  isEditable: boolean
  legend: ReactNode
  hint: ReactNode
  firstLabel: ReactNode
  /** Accessible name of a photo, numbered from 1. */
  labelOf: (number: number) => string
  /** About the set; each failed photo has its own line. */
  error: string | undefined
  /** Photos without a network count as done, because the form is sent later with the stored picture. */
  isSentLater?: boolean
  id?: string
}

const acceptedTypes = 'image/jpeg,image/png,image/webp'

const subscribeNever = () => () => undefined

/** Chromium on Android opens only the gallery for `accept="image/…"`; other browsers also offer the camera. */
const useOffersCamera = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => /Android.*Chrome\//.test(navigator.userAgent),
    () => false,
  )

export function PhotoGrid(props: PhotoGridProps) {
  const { photoSet, maxPhotos, isEditable, legend, hint, firstLabel, labelOf, error, isSentLater, id } = props
  const intl = useIntl()
  const errorId = useId()
  const offersCamera = useOffersCamera()
  const photos = useSelector(photoSet, selectPhotos)
  const leftOutCount = useSelector(photoSet, selectExcludedPhotoCount)
  const canAdd = useSelector(photoSet, selectCanAddPhotos) && isEditable
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    photoSet.send({ type: 'photo.add', sources: [...(target.files ?? [])] })
    target.value = ''
  }
  return (
    <fieldset id={id} aria-describedby={errorId}>
      <legend className={styles.label}>
        {legend} <span className="small">{hint}</span>
      </legend>
      <ul className={styles.grid}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            label={labelOf(index + 1)}
            number={index + 1}
            isEditable={isEditable}
            isSentLater={isSentLater}
            onRemove={() => photoSet.send({ type: 'photo.remove', id: photo.id })}
          />
        ))}
        {photos.length < maxPhotos && (
          <li className={styles.tile}>
            <label className={styles.add} data-wrong={error !== undefined || undefined}>
              {offersCamera ? (
                <ImagePlus size={24} aria-hidden="true" />
              ) : (
                <Camera size={24} aria-hidden="true" />
              )}
              <span>
                {photos.length === 0 ? firstLabel : intl.formatMessage({ id: 'orderForm.addPhoto' })}
              </span>
              <input
                className="unseen"
                type="file"
                accept={acceptedTypes}
                multiple
                disabled={!canAdd}
                onChange={add}
              />
            </label>
          </li>
        )}
        {offersCamera && photos.length < maxPhotos && (
          <li className={styles.tile}>
            <label className={styles.add} data-wrong={error !== undefined || undefined}>
              <Camera size={24} aria-hidden="true" />
              <span>{intl.formatMessage({ id: 'photo.take' })}</span>
              <input
                className="unseen"
                type="file"
                accept={acceptedTypes}
                capture="environment"
                disabled={!canAdd}
                onChange={add}
              />
            </label>
          </li>
        )}
      </ul>
      <p role="status" className={styles.leftOut}>
        {leftOutCount > 0 &&
          intl.formatMessage({ id: 'photo.leftOut' }, { count: leftOutCount, most: maxPhotos })}
      </p>
      {photos.map((photo, index) => (
        <PhotoProblemLine key={photo.id} photo={photo} number={index + 1} isSentLater={isSentLater} />
      ))}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

/** A live region: the problem appears without user input. */
type PhotoProblemLineProps = Pick<PhotoGridProps, 'isSentLater'> & { photo: PhotoActor; number: number }

function PhotoProblemLine({ photo, number, isSentLater = false }: PhotoProblemLineProps) {
  const intl = useIntl()
  const problem = useSelector(photo, (snapshot) => selectShownPhotoProblem(snapshot, isSentLater))
  return (
    <ErrorLive value="polite">
      <FieldError>{problem ? photoProblemText(intl, problem, number) : undefined}</FieldError>
    </ErrorLive>
  )
}
