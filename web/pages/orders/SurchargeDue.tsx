import type { Order } from '@handsfree/core/contract'
import { bagsText, formatMoney, formatPersonName, phoneHref } from '@handsfree/core/i18n'
import { Phone } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { Button, Card, Section } from '../../ui/index.ts'
import { SupportButton } from './SupportButton.tsx'
import styles from './SurchargeDue.module.css'

export type SurchargeDueProps = {
  order: Order
  supportPhone: string | undefined
}

export function SurchargeDue({ order, supportPhone }: SurchargeDueProps) {
  const intl = useIntl()
  if (order.status !== 'pending_surcharge' || order.surcharge.amount === 0) return null
  const { surcharge: due, agreedPieces, pieces, courier } = order
  const text = (id: MessageKeyUnder<'surcharge'>) => intl.formatMessage({ id: `surcharge.${id}` })
  return (
    <Section title={intl.formatMessage({ id: 'surcharge.title' }, { more: pieces - agreedPieces })}>
      <Card>
        <dl className={styles.facts}>
          <dt>{text('agreed')}</dt>
          <dd>{bagsText(intl, agreedPieces)}</dd>
          <dt>{text('counted')}</dt>
          <dd>{bagsText(intl, pieces)}</dd>
          <dt className={styles.sum}>{text('amount')}</dt>
          <dd className={styles.sum}>{formatMoney(due, intl)}</dd>
        </dl>
        <p className={styles.words}>{text('detail')}</p>
        <p className={styles.words}>{text('wrong')}</p>
        {courier?.phone ? (
          <Button kind="ghost" icon={<Phone size={20} aria-hidden="true" />} href={phoneHref(courier.phone)}>
            {intl.formatMessage({ id: 'order.callCourier' }, { name: formatPersonName(courier.name, intl) })}
          </Button>
        ) : (
          <SupportButton kind="ghost" phone={supportPhone}>
            {intl.formatMessage({ id: 'order.callSupport' })}
          </SupportButton>
        )}
      </Card>
    </Section>
  )
}
