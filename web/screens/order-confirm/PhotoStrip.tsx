import { type PhotoActor, selectPhotoPreview } from '@handsfree/core/photo'
import { useSelector } from '@xstate/react'
import { Luggage } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import styles from './OrderConfirm.module.css'

/** As many photos as fit beside the count. */
const shown = 2

export function PhotoStrip({ photos }: { photos: readonly PhotoActor[] }) {
  const intl = useIntl()
  return photos
    .slice(0, shown)
    .map((photo, index) => (
      <Photo
        key={photo.id}
        photo={photo}
        label={intl.formatMessage({ id: 'orderForm.photo' }, { number: index + 1 })}
        more={index === shown - 1 ? photos.length - shown : 0}
      />
    ))
}

function Photo({ photo, label, more }: { photo: PhotoActor; label: string; more: number }) {
  const intl = useIntl()
  const preview = useSelector(photo, selectPhotoPreview)
  const [isGone, setIsGone] = useState(false)
  return (
    <div className={styles.photo}>
      {preview && !isGone ? (
        <img src={preview} alt={label} onError={() => setIsGone(true)} />
      ) : (
        <span role="img" aria-label={label}>
          <Luggage size={22} aria-hidden="true" />
        </span>
      )}
      {more > 0 && (
        <span className={styles.more}>{intl.formatMessage({ id: 'orderConfirm.morePhotos' }, { more })}</span>
      )}
    </div>
  )
}
