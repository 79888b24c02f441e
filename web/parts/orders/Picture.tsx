import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import styles from './Picture.module.css'

export type PictureProps = {
  /** Has a new signature after every read of the order. */
  url: string
  /** Empty if adjacent text names the photo. */
  alt: string
  size: 'small' | 'large'
  onLoaded?: ((image: HTMLImageElement) => void) | undefined
}

/**
 * Keeps its first URL while that works, so that a new signature doesn't reload the photo. Shows a placeholder if
 * loading fails.
 */
export function Picture({ url, alt, size, onLoaded }: PictureProps) {
  const [src, setSrc] = useState(url)
  const [failed, setFailedUrl] = useState('')
  if (failed === url) {
    return (
      <span className={styles.missing} data-size={size} role="img" aria-label={alt} aria-hidden={alt === ''}>
        <ImageOff size={24} aria-hidden="true" />
      </span>
    )
  }
  return (
    <img
      className={styles.photo}
      data-size={size}
      src={src}
      alt={alt}
      loading={size === 'small' && !onLoaded ? 'lazy' : 'eager'}
      decoding="async"
      onLoad={({ currentTarget }) => onLoaded?.(currentTarget)}
      onError={() => (src === url ? setFailedUrl(url) : setSrc(url))}
    />
  )
}
