import type { SiteDetail } from '@handsfree/core/api'
import { useIntl } from 'react-intl'
import styles from './SiteDetail.module.css'

export function SitePhotos({ site: { name, photos } }: { site: SiteDetail }) {
  const intl = useIntl()
  if (photos.length === 0) return null
  return (
    <ul
      className={styles.photos}
      aria-label={intl.formatMessage({ id: 'siteDetail.photos' }, { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard too
      tabIndex={0}
    >
      {photos.map((url, index) => (
        <li key={url}>
          <img
            src={url}
            width={640}
            height={400}
            // The first is the largest thing on the page; the others are beyond its edge.
            fetchPriority={index === 0 ? 'high' : 'low'}
            alt={intl.formatMessage({ id: 'siteDetail.photo' }, { name, number: index + 1 })}
          />
        </li>
      ))}
    </ul>
  )
}
