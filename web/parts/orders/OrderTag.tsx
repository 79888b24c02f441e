import type { Order } from '@handsfree/core/contract'
import {
  bagsText,
  expectedArrivalText,
  formatMoney,
  formatTime,
  joinParts,
  sealsText,
} from '@handsfree/core/i18n'
import {
  amountDue,
  collectedTimeOf,
  isCalledOff,
  isToArrive,
  isUndelivered,
  ledgerPath,
  type NextAction,
  openBill,
  returnPath,
  splitClaimCode,
  statusText,
  usableClaimCode,
} from '@handsfree/core/orders'
import type { ReactNode } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import type { MessageKey, MessageKeyUnder } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import {
  Button,
  FromTo,
  FromToSkeleton,
  Loading,
  Skeleton,
  StatusBadge,
  Tag,
  TextLink,
} from '../../ui/index.ts'
import styles from './OrderTag.module.css'
import { toneOf } from './status-tones.ts'

export type OrderTagProps = {
  order: Order
  aside?: ReactNode
  /** Set on the first order of a page; shown as a marigold button if there is a page for it. */
  act?: NextAction | null
}

export function OrderTag({ order, aside, act = null }: OrderTagProps) {
  const intl = useIntl()
  const now = useNow()
  const texts = tagText(intl, order, now)
  const actLink = act && act !== 'collect' ? actLinkOf(order, act) : null
  return (
    <Tag
      tearOff={
        <div className={styles.torn}>
          <div>
            <div className="small">{texts.label}</div>
            <div className={styles.value} data-kind={texts.kind}>
              {texts.value}
            </div>
          </div>
          {actLink?.href !== detailPath(order) && (
            <TextLink href={detailPath(order)} forward stretched>
              <span className="unseen">{order.orderNumber} </span>
              {texts.link}
            </TextLink>
          )}
          {actLink && (
            <div className={styles.act} data-whole={actLink.href === detailPath(order) || undefined}>
              <Button kind="gold" href={actLink.href}>
                <span className="unseen">{order.orderNumber} </span>
                {intl.formatMessage({ id: actLink.words })}
              </Button>
            </div>
          )}
        </div>
      }
    >
      <div className={styles.head}>
        <StatusBadge tone={toneOf(order, now)}>{statusText(intl, order, now)}</StatusBadge>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      <FromTo
        from={{
          label: intl.formatMessage({ id: 'orderTag.from' }),
          name: order.pickup.name,
          detail: texts.from,
        }}
        to={{ label: intl.formatMessage({ id: 'orderTag.to' }), name: order.delivery.name, detail: texts.to }}
      />
    </Tag>
  )
}

const detailPath = ({ orderId }: Order) => `/order/detail/${orderId}`

/** Paying goes through the order page, which shows the price. */
function actLinkOf(order: Order, act: Exclude<NextAction, 'collect'>): { href: string; words: MessageKey } {
  switch (act) {
    case 'answer':
      return { href: ledgerPath(order), words: 'ledger.check' }
    case 'choosePlace':
      return { href: returnPath(order), words: 'orderReturn.choose' }
    case 'missed':
      return { href: detailPath(order), words: 'orderTag.details' }
    case 'pay':
    case 'payBill':
      return { href: detailPath(order), words: 'orderTag.viewAndPay' }
  }
}

type TimeText = (id: MessageKeyUnder<'orderTag'>, time: string) => string

const timeTextOf =
  (intl: IntlShape, order: Order, now: number): TimeText =>
  (id, time) =>
    intl.formatMessage(
      { id: `orderTag.${id}` },
      {
        time: formatTime(time, {
          intl,
          now,
          timeZone: order.timeZone,
          city: order.cityName,
          inSentence: true,
        }),
      },
    )

/** Time of the pickup; from then on of the arrival, or of what ended the order. */
export function nextTimeText(intl: IntlShape, order: Order, now: number): string {
  const text = timeTextOf(intl, order, now)
  return order.pickedUpTime || isCalledOff(order)
    ? destinationText(order, { intl, now }, text)
    : text('pickup', order.pickupTime)
}

function tagText(intl: IntlShape, order: Order, now: number) {
  const text = timeTextOf(intl, order, now)
  return {
    from: joinParts([
      order.pickedUpTime
        ? text('pickedUp', order.pickedUpTime)
        : !isCalledOff(order) && text('pickup', order.pickupTime),
      bagsText(intl, order.pieces),
      sealsText(
        intl,
        order.bags.map(({ sealNumber }) => sealNumber),
      ),
    ]),
    to: destinationText(order, { intl, now }, text),
    ...tearOffText(intl, order),
  }
}

function destinationText(
  order: Order,
  { intl, now }: { intl: IntlShape; now: number },
  text: TimeText,
): string {
  const { cancelTime, completedTime, delivery, timeZone, cityName: city } = order
  if (cancelTime) return text('cancelled', cancelTime)
  const collectedTime = collectedTimeOf(order)
  if (collectedTime) return text('completed', collectedTime)
  if (completedTime && isUndelivered(order)) return text('closed', completedTime)
  return isToArrive(order)
    ? expectedArrivalText(order, { intl, now, timeZone, city })
    : delivery.location.detail
}

function tearOffText(intl: IntlShape, order: Order) {
  const text = (id: MessageKeyUnder<'orderTag'>) => intl.formatMessage({ id: `orderTag.${id}` })
  const due = amountDue(order) ?? openBill(order)?.amount
  const claimCode = usableClaimCode(order)
  if (due) {
    return { kind: 'money', label: text('due'), value: formatMoney(due, intl), link: text('viewAndPay') }
  }
  if (claimCode) {
    return { kind: 'code', label: text('claimCode'), value: splitClaimCode(claimCode), link: text('follow') }
  }
  return { kind: 'money', label: text('total'), value: formatMoney(order.total, intl), link: text('details') }
}

export function OrdersSkeleton() {
  const intl = useIntl()
  return (
    <Loading label={intl.formatMessage({ id: 'orders.loading' })}>
      {[0, 1].map((tag) => (
        <Tag key={tag} tearOff={<Skeleton width="46%" height="38px" />}>
          <div className={styles.head}>
            <Skeleton width="92px" height="26px" />
          </div>
          <FromToSkeleton />
        </Tag>
      ))}
    </Loading>
  )
}
