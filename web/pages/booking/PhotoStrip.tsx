import { type PhotoActor, selectPhotoPreview } from '@handsfree/core/photos'
import { useSelector } from '@xstate/react'
import { Luggage } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import styles from './OrderConfirm.module.css'

export function PhotoStrip({ photos }: { photos: readonly PhotoActor[] }) {
  const intl = useIntl()
  return (
    <ul className={styles.photos}>
      {photos.map((photo, index) => (
        <Photo
          key={photo.id}
          photo={photo}
          label={intl.formatMessage({ id: 'orderForm.photo' }, { number: index + 1 })}
        />
      ))}
    </ul>
  )
}

function Photo({ photo, label }: { photo: PhotoActor; label: string }) {
  const preview = useSelector(photo, selectPhotoPreview)
  const [isGone, setIsGone] = useState(false)
  return (
    <li className={styles.photo}>
      {preview && !isGone ? (
        <img src={preview} alt={label} onError={() => setIsGone(true)} />
      ) : (
        <span role="img" aria-label={label}>
          <Luggage size={22} aria-hidden="true" />
        </span>
      )}
    </li>
  )
}
