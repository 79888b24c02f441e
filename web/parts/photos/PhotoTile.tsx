import {
  type PhotoActor,
  selectCanRetryPhoto,
  selectPhotoIsBusy,
  selectPhotoPreview,
  selectPhotoProgress,
  selectShownPhotoProblem,
} from '@handsfree/core/photos'
import { useSelector } from '@xstate/react'
import { Check, Image as ImageIcon, ImageOff, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './PhotoGrid.module.css'

export type PhotoTileProps = {
  photo: PhotoActor
  label: string
  /** Counted from 1. */
  number: number
  isEditable: boolean
  isSentLater?: boolean
  onRemove: () => void
}

export function PhotoTile({
  photo,
  label,
  number,
  isEditable,
  isSentLater = false,
  onRemove,
}: PhotoTileProps) {
  const intl = useIntl()
  const preview = useSelector(photo, selectPhotoPreview)
  const isBusy = useSelector(photo, selectPhotoIsBusy)
  const hasFailed = useSelector(photo, (snapshot) => selectShownPhotoProblem(snapshot, isSentLater) !== null)
  return (
    <li className={styles.tile} data-failed={hasFailed || undefined}>
      {preview ? <Preview key={preview} address={preview} label={label} /> : <NoPreview label={label} />}
      {isBusy && <UploadRing photo={photo} number={number} />}
      {hasFailed && <Failure photo={photo} number={number} />}
      {!isBusy && !hasFailed && (
        <span className={styles.done} aria-hidden="true">
          <Check size={14} strokeWidth={2.5} />
        </span>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={intl.formatMessage({ id: 'photo.remove' }, { number })}
        disabled={!isEditable}
        onClick={onRemove}
      >
        <span>
          <X size={16} strokeWidth={2.25} aria-hidden="true" />
        </span>
      </button>
    </li>
  )
}

const NoPreview = ({ label }: { label: string }) => (
  <span className={styles.gone} role="img" aria-label={label}>
    <ImageIcon size={28} aria-hidden="true" />
  </span>
)

function Preview({ address, label }: { address: string; label: string }) {
  const [isGone, setIsGone] = useState(false)
  return isGone ? (
    <NoPreview label={label} />
  ) : (
    <img className={styles.picture} src={address} alt={label} onError={() => setIsGone(true)} />
  )
}

function UploadRing({ photo, number }: Pick<PhotoTileProps, 'photo' | 'number'>) {
  const intl = useIntl()
  const share = useSelector(photo, selectPhotoProgress)
  return (
    <div
      className={styles.busy}
      role="progressbar"
      aria-label={intl.formatMessage({ id: 'photo.uploading' }, { number })}
      aria-valuenow={Math.round(share * 100)}
    >
      <svg className={styles.ring} viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="21" />
        <circle cx="24" cy="24" r="21" pathLength={100} strokeDasharray={`${share * 100} 100`} />
      </svg>
      <span>{intl.formatNumber(share, { style: 'percent' })}</span>
    </div>
  )
}

function Failure({ photo, number }: Pick<PhotoTileProps, 'photo' | 'number'>) {
  const intl = useIntl()
  const canRetry = useSelector(photo, selectCanRetryPhoto)
  if (!canRetry) {
    return (
      <div className={styles.failed}>
        <ImageOff size={20} aria-hidden="true" />
      </div>
    )
  }
  return (
    <button
      type="button"
      className={styles.failed}
      aria-label={intl.formatMessage({ id: 'photo.retry' }, { number })}
      onClick={() => photo.send({ type: 'photo.retry' })}
    >
      <RotateCw size={20} aria-hidden="true" />
      <FormattedMessage id="photo.retryUpload" />
    </button>
  )
}
