import type { Ledger, LedgerBag } from '@handsfree/core/api'
import { useIntl } from 'react-intl'
import { Card, Section } from '../../ui/index.ts'
import { Look } from './Look.tsx'
import styles from './OrderLedger.module.css'

type BagEntriesProps = { bag: LedgerBag; number: number; ledger: Ledger }

/** Everything that was noted of one bag, from its first end to its last. */
export function BagEntries({ bag: { tagCode, entries }, number, ledger }: BagEntriesProps) {
  const intl = useIntl()
  return (
    <Section
      title={intl.formatMessage({ id: 'ledger.bag' }, { number })}
      aside={tagCode && intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })}
    >
      <Card>
        <div className={styles.sides}>
          {entries.map((entry) => (
            <Look key={`${entry.stage} ${entry.time}`} entry={entry} ledger={ledger} />
          ))}
        </div>
      </Card>
    </Section>
  )
}
