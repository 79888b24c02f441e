import type { Order } from '@handsfree/core/contract'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { readPicture, saveCardPicture } from './card-pictures.ts'
import styles from './OrderCard.module.css'

type Photo = { url: string; alt: string; caption: string }

/** The latest photo of each bag that isn't handed over, for the desk. Small copies are cached for offline use. */
export function CardPhotos({ order }: { order: Order }) {
  const intl = useIntl()
  const photos: Photo[] =
    order.bags.length > 0
      ? order.bags.flatMap(({ photos: taken, sealNumber, isHanded }, index) => {
          const last = taken.at(-1)
          if (!last || isHanded) return []
          const photos = intl.formatMessage({ id: `bags.takenBy.${last.takenBy}` })
          return {
            url: last.url,
            alt: intl.formatMessage({ id: 'bags.photosOf' }, { number: index + 1, seal: sealNumber, photos }),
            caption: intl.formatMessage({ id: 'bags.seal' }, { seal: sealNumber }),
          }
        })
      : order.photos.map((url, index) => ({
          url,
          alt: intl.formatMessage({ id: 'bags.photo' }, { number: index + 1 }),
          caption: '',
        }))
  return (
    <ul className={styles.photos} aria-label={intl.formatMessage({ id: 'bags.title' })}>
      {photos.map((photo) => (
        <CardPhoto key={photo.url.split('?', 1)[0]} {...photo} />
      ))}
    </ul>
  )
}

function CardPhoto({ url, alt, caption }: Photo) {
  const { platform } = useApp()
  const [src, setSrc] = useState(url)
  const cachedPicture = readPicture(platform.storage, url)
  const [failed, setFailedUrl] = useState('')
  const isCached = src.startsWith('data:')
  if (failed === url && !cachedPicture) {
    return (
      <li className={styles.photo}>
        <span className={styles.missing} role="img" aria-label={alt}>
          <ImageOff size={24} aria-hidden="true" />
        </span>
        {caption && <span className={styles.caption}>{caption}</span>}
      </li>
    )
  }
  return (
    <li className={styles.photo}>
      <img
        src={src}
        alt={alt}
        onLoad={({ currentTarget }) => isCached || void saveCardPicture(platform.storage, url, currentTarget)}
        onError={() => {
          if (cachedPicture && !isCached) setSrc(cachedPicture)
          else if (!isCached && src !== url) setSrc(url)
          else setFailedUrl(url)
        }}
      />
      {caption && <span className={styles.caption}>{caption}</span>}
    </li>
  )
}
