import type { Order, OrderPlace } from '@handsfree/core/contract'
import { expectedArrivalText, formatTime, placeLine } from '@handsfree/core/i18n'
import { collectedTimeOf, isCalledOff, isToArrive, isUndelivered } from '@handsfree/core/orders'
import { Navigation } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { MapSheet } from '../../parts/sites/MapSheet.tsx'
import { Button, Card, FromTo, InlineList, Section, type Stop } from '../../ui/index.ts'
import styles from './Places.module.css'

export function Places({ order }: { order: Order }) {
  const intl = useIntl()
  const now = useNow()
  const moment = useTimeText(order)
  const [shownEnd, setShownEnd] = useState<'pickup' | 'delivery'>('pickup')
  const [isOpen, setOpen] = useState(false)
  const { pickup, delivery, pickedUpTime, pickupTime, completedTime } = order
  const pickupText = pickedUpTime
    ? moment('pickedUp', pickedUpTime)
    : !isCalledOff(order) && moment('pickup', pickupTime)
  const collectedTime = collectedTimeOf(order)
  const isClosed = completedTime !== null && isUndelivered(order)
  const { timeZone, cityName: city } = order
  const expectedText = isToArrive(order) && expectedArrivalText(order, { intl, now, timeZone, city })
  const stop = (
    end: 'pickup' | 'delivery',
    label: string,
    place: OrderPlace,
    time: string | false,
  ): Stop => ({
    label,
    name: place.name,
    detail: (
      <>
        <div>
          <InlineList text={placeLine(intl, place, end === 'delivery' ? pickup : undefined)} />
        </div>
        {time && <div className={styles.time}>{time}</div>}
      </>
    ),
    end: (
      <Button
        size="small"
        icon={<Navigation size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => {
          setShownEnd(end)
          setOpen(true)
        }}
      >
        {intl.formatMessage({ id: 'places.map' })}
        <span className="unseen"> {place.name}</span>
      </Button>
    ),
  })
  return (
    <Section title={intl.formatMessage({ id: 'orderForm.fromAndTo' })}>
      <Card>
        <FromTo
          labelled
          from={stop('pickup', intl.formatMessage({ id: 'places.from' }), pickup, pickupText)}
          to={stop(
            'delivery',
            intl.formatMessage({ id: 'places.to' }),
            delivery,
            collectedTime
              ? moment('completed', collectedTime)
              : isClosed
                ? moment('closed', completedTime)
                : expectedText,
          )}
        />
      </Card>
      <MapSheet open={isOpen} place={order[shownEnd]} onClose={() => setOpen(false)} />
    </Section>
  )
}

function useTimeText({ timeZone, cityName: city }: Order) {
  const intl = useIntl()
  const now = useNow()
  return (id: MessageKeyUnder<'orderTag'>, time: string) =>
    intl.formatMessage(
      { id: `orderTag.${id}` },
      { time: formatTime(time, { intl, now, timeZone, city, inSentence: true }) },
    )
}
