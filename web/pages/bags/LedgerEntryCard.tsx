import { ledgerEntryDetail, ledgerEntryText } from '@handsfree/core/bags'
import type { Ledger, LedgerEntry } from '@handsfree/core/contract'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { Picture } from '../../parts/orders/Picture.tsx'
import { InlineList } from '../../ui/index.ts'
import styles from './OrderLedger.module.css'

type LedgerEntryCardProps = {
  entry: LedgerEntry
  ledger: Pick<Ledger, 'timeZone' | 'cityName'>
  /** Whether the traveller is asked about this entry. */
  isChange?: boolean
}

export function LedgerEntryCard({
  entry,
  ledger: { timeZone, cityName },
  isChange = false,
}: LedgerEntryCardProps) {
  const intl = useIntl()
  const text = ledgerEntryText(intl, entry, { timeZone, city: cityName, now: useNow() })
  const details = ledgerEntryDetail(intl, entry)
  return (
    <figure className={styles.look}>
      {entry.photos.length > 0 && (
        <div className={styles.photos} data-count={Math.min(entry.photos.length, 2)}>
          {entry.photos.map((url, index) => (
            <Picture
              key={url.split('?', 1)[0]}
              url={url}
              alt={intl.formatMessage({ id: 'ledger.photoOf' }, { words: text, number: index + 1 })}
              size="small"
            />
          ))}
        </div>
      )}
      <figcaption>
        {details && (
          <div className={styles.facts}>
            <InlineList text={details} />
          </div>
        )}
        <div className="small">
          <InlineList text={text} />
          {entry.photos.length === 0 && (
            <p>
              {isChange
                ? intl.formatMessage({ id: 'ledger.noPhotoOfChange' }, { role: entry.role })
                : intl.formatMessage({ id: 'ledger.noPhoto' })}
            </p>
          )}
        </div>
      </figcaption>
    </figure>
  )
}
