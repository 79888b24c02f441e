import { entryFacts, entryWords } from '@handsfree/core/bags'
import type { Ledger, LedgerEntry } from '@handsfree/core/contract'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { Picture } from '../../parts/orders/Picture.tsx'
import { Parts } from '../../ui/index.ts'
import styles from './OrderLedger.module.css'

type LookProps = { entry: LedgerEntry; ledger: Pick<Ledger, 'timeZone' | 'cityName'> }

export function Look({ entry, ledger: { timeZone, cityName } }: LookProps) {
  const intl = useIntl()
  const words = entryWords(intl, entry, { timeZone, city: cityName, now: useNow() })
  const facts = entryFacts(intl, entry)
  return (
    <figure className={styles.look}>
      <div className={styles.photos} data-count={Math.min(entry.photos.length, 2)}>
        {entry.photos.map((url, index) => (
          <Picture
            key={url.split('?', 1)[0]}
            url={url}
            alt={intl.formatMessage({ id: 'ledger.photoOf' }, { words, number: index + 1 })}
            size="small"
          />
        ))}
        {entry.photos.length === 0 && (
          <span className={styles.none}>{intl.formatMessage({ id: 'ledger.noPhoto' })}</span>
        )}
      </div>
      <figcaption>
        {facts && (
          <div className={styles.facts}>
            <Parts text={facts} />
          </div>
        )}
        <div className="small">
          <Parts text={words} />
        </div>
      </figcaption>
    </figure>
  )
}
