import { type Order, shownFieldNames } from '@handsfree/core/contract'
import { formatMaskedPhone, formatMoney, formatTime, promiseText } from '@handsfree/core/i18n'
import {
  areCourierPromisesInForce,
  cancelText,
  isCalledOff,
  isOrderLate,
  isPickupMissed,
  isUndelivered,
  lateDeliveryText,
  refundText,
} from '@handsfree/core/orders'
import { CalendarX, Clock, Timer, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { Card, langOf, Row, Section, TextLink } from '../../ui/index.ts'
import styles from './Particulars.module.css'

type NowProps = { order: Order; now: number }

export const Particulars = ({ order, now }: NowProps) => (
  <>
    <DetailRows order={order} now={now} />
    {areCourierPromisesInForce(order) && <Promises order={order} now={now} />}
  </>
)

type DetailKey = MessageKeyUnder<'particulars'>

const wideKeys: readonly DetailKey[] = ['receiver', ...shownFieldNames]

function DetailRows({ order, now }: NowProps) {
  const intl = useIntl()
  const { receiver, declaredValue, currency, completedTime, cancelTime } = order
  const { timeZone, cityName: city } = order
  const moment = (time: string) => formatTime(time, { intl, now, timeZone, city })
  const rows: [DetailKey, ReactNode][] = [
    [
      'receiver',
      <>
        <bdi className={styles.receiver} lang={langOf(receiver.name)}>
          {receiver.name}
        </bdi>{' '}
        <span className={styles.phone}>{formatMaskedPhone(receiver)}</span>
      </>,
    ],
    [
      'declaredValue',
      declaredValue > 0 &&
        intl.formatMessage(
          { id: 'particulars.declaredEach' },
          { amount: formatMoney({ amount: declaredValue, currency }, intl, { round: true }) },
        ),
    ],
    ...shownFieldNames.map((name): [DetailKey, ReactNode] => [name, order[name]]),
    ['placed', moment(order.createTime)],
    // Rejected and cancelled orders may have a completed time, but were not completed.
    ['completed', completedTime && !isCalledOff(order) && !isUndelivered(order) && moment(completedTime)],
    ['closed', completedTime && isUndelivered(order) && moment(completedTime)],
    ['cancelled', cancelTime && moment(cancelTime)],
  ]
  return (
    <Section
      title={intl.formatMessage({ id: 'particulars.title' })}
      aside={
        <TextLink href="/luggage/notice" forward>
          {intl.formatMessage({ id: 'particulars.notice' })}
        </TextLink>
      }
    >
      <Card>
        <dl className={styles.facts}>
          {rows.map(
            ([id, value]) =>
              value && (
                <div className={styles.fact} data-wide={wideKeys.includes(id) || undefined} key={id}>
                  <dt>{intl.formatMessage({ id: `particulars.${id}` })}</dt>
                  <dd lang={langOf(value)}>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </Card>
    </Section>
  )
}

function Promises({ order, now }: NowProps) {
  const intl = useIntl()
  // The top of the page already says so.
  const cancelling = isPickupMissed(order, now) ? null : cancelText(intl, order, now)
  const late = isOrderLate(order, now) ? null : lateDeliveryText(intl, order, now)
  const refund = refundText(intl, order, now)
  return (
    <Section title={intl.formatMessage({ id: 'promises.title' })}>
      <Card kind="rows">
        {cancelling && <Row icon={<CalendarX size={20} />} title={cancelling} />}
        {late && <Row icon={<Timer size={20} />} title={late} />}
        {refund && <Row icon={<Undo2 size={20} />} title={refund} />}
        <Row icon={<Clock size={20} />} title={promiseText(intl, 'freeWait')} />
      </Card>
    </Section>
  )
}
