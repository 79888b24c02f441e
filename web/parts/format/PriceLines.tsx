import type { Money, PriceLine } from '@handsfree/core/contract'
import { formatMoney, formatPriceLine } from '@handsfree/core/i18n'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './PriceLines.module.css'

export type PriceLinesProps = { price: { lines: readonly PriceLine[]; total: Money } }

export function PriceLines({ price: { lines, total } }: PriceLinesProps) {
  const intl = useIntl()
  return (
    <dl className={styles.lines}>
      {lines.map((line, index) => {
        const { label, amount } = formatPriceLine(line, total.currency, intl)
        return (
          <div className={styles.line} key={index}>
            <dt>{label}</dt>
            <dd data-off={line.amount < 0 || undefined}>{amount}</dd>
          </div>
        )
      })}
      <div className={styles.total}>
        <dt>
          <FormattedMessage id="price.total" />
        </dt>
        <dd>{formatMoney(total, intl)}</dd>
      </div>
    </dl>
  )
}
