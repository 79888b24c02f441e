import type { OperatorOrder } from '@handsfree/core/contract'
import { shelvesOf } from '@handsfree/core/crew'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Card, Section } from '../ui/index.ts'
import styles from './OrderBags.module.css'

/** Count, tags and seals, and what the traveller wrote. */
export function OrderBags({ order }: { order: OperatorOrder }) {
  const intl = useIntl()
  const { pieces, bags, remarks } = order
  const shelves = shelvesOf(order)
  const handed = bags.filter(({ isHanded }) => isHanded).length
  const isHandedInPart = handed > 0 && handed < bags.length
  return (
    <Section title={intl.formatMessage({ id: 'crewOrder.bags' })}>
      <Card>
        <p className={styles.count}>
          <b>{pieces}</b> <FormattedMessage id="crewHome.bags" values={{ pieces }} />
        </p>
        {isHandedInPart && (
          <Alert tone="sky" panel>
            <FormattedMessage id="crewOrder.handedInPart" values={{ count: handed, total: bags.length }} />
          </Alert>
        )}
        {bags.length === 0 ? (
          <p className="soft">
            <FormattedMessage id="crewOrder.untagged" />
          </p>
        ) : (
          <ul className={styles.bags}>
            {bags.map(({ tagCode, sealNumber, isHanded, shelf }) => (
              <li key={tagCode}>
                <strong>{intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })}</strong>
                <span>{intl.formatMessage({ id: 'bags.seal' }, { seal: sealNumber })}</span>
                {isHandedInPart && isHanded && <FormattedMessage id="crewOrder.isHanded" />}
                {!isHanded && shelf && shelves.includes(shelf) && (
                  <b>{intl.formatMessage({ id: 'crewOrder.shelf' }, { shelf })}</b>
                )}
              </li>
            ))}
          </ul>
        )}
        {remarks && (
          <div className={styles.remarks}>
            <div className="soft">
              <FormattedMessage id="crewOrder.remarks" />
            </div>
            <p className={styles.text}>{remarks}</p>
          </div>
        )}
      </Card>
    </Section>
  )
}
