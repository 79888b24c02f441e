import { useIntl } from 'react-intl'
import { Picture } from '../../parts/orders/Picture.tsx'
import styles from './Employee.module.css'

/** Each opens in full size. */
export function Pictures({ urls }: { urls: readonly string[] }) {
  const intl = useIntl()
  return (
    <ul className={styles.pictures}>
      {urls.map((url, index) => (
        <li key={url.split('?', 1)[0]}>
          <a href={url} target="_blank" rel="noreferrer">
            <Picture
              url={url}
              alt={intl.formatMessage({ id: 'feedback.photo' }, { number: index + 1 })}
              size="small"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
