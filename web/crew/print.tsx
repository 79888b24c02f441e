import type { OperatorOrder } from '@handsfree/core/contract'
import { shelvesOf } from '@handsfree/core/crew'
import { bagsText, formatRoom, joinParts } from '@handsfree/core/i18n'
import { cardContent } from '@handsfree/core/orders'
import type { IntlShape } from 'react-intl'
import { print } from '../parts/print/print.tsx'
import { QrCode } from '../ui/index.ts'
import styles from './print.module.css'

/** Size of a label's code, in CSS pixels: 22 mm. */
const labelCodeSize = 83
/** 50 mm. */
const cardCodeSize = 189

type LabelProps = { code: string; title: string; detail: string; name: string }

const Label = ({ code, title, detail, name }: LabelProps) => (
  <div className={styles.label}>
    <QrCode value={code} label={name} size={labelCodeSize} />
    <div>
      <b>{title}</b>
      <span>{detail}</span>
    </div>
  </div>
)

/** One label per bag: the shelf in large letters for stored bags, else the tag. */
export function printLabels(intl: IntlShape, order: OperatorOrder, isStored: boolean): void {
  const shelves = shelvesOf(order)
  print(
    order.bags.map(({ tagCode, shelf }, index) => {
      const tag = intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })
      const isShelved = isStored && shelf !== null && shelves.includes(shelf)
      return (
        <Label
          key={tagCode}
          code={tagCode}
          name={tag}
          title={isShelved ? shelf : tagCode}
          detail={joinParts([isShelved && tag, order.orderNumber, `${index + 1}/${order.bags.length}`])}
        />
      )
    }),
  )
}

/** An A6 card of an order. Its code finds the order at any desk, and holds no claim code. */
export function printOrderCard(intl: IntlShape, order: OperatorOrder): void {
  const { orderNumber, pickup, delivery, receiver, pieces, bags } = order
  print(
    <div className={styles.card}>
      <QrCode value={cardContent({ orderNumber, claimCode: null })} label={orderNumber} size={cardCodeSize} />
      <b className={styles.number}>{orderNumber}</b>
      <p>{joinParts([receiver.name, formatRoom(pickup.roomNumber, intl)])}</p>
      <p>{intl.formatMessage({ id: 'crewOrder.route' }, { from: pickup.name, to: delivery.name })}</p>
      <p>{joinParts([bagsText(intl, pieces), ...bags.map(({ tagCode }) => tagCode)])}</p>
    </div>,
  )
}

/** New tags on one sheet of labels. */
export function printNewTags(intl: IntlShape, tagCodes: readonly string[]): void {
  print(
    tagCodes.map((tagCode) => (
      <Label
        key={tagCode}
        code={tagCode}
        name={intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode })}
        title={tagCode}
        detail={intl.formatMessage({ id: 'common.app_title' })}
      />
    )),
  )
}
