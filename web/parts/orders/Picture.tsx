import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import styles from './Picture.module.css'

export type PictureProps = {
  /** Signed again with every read of the order. */
  url: string
  /** Empty where other words beside it name it. */
  alt: string
  /** `small` in a grid, loaded when it comes into view; `large` alone. */
  size: 'small' | 'large'
  /** Loads it before it comes into view too, and reports it once it is there. */
  onLoaded?: ((image: HTMLImageElement) => void) | undefined
}

/**
 * A photo that stays at the address it was first loaded from, as long as that works: nothing flickers at a refresh. A
 * quiet sign replaces one that does not load, such as without a network.
 */
export function Picture({ url, alt, size, onLoaded }: PictureProps) {
  const [src, setSrc] = useState(url)
  const [failed, setFailed] = useState('')
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
      onError={() => (src === url ? setFailed(url) : setSrc(url))}
    />
  )
}
