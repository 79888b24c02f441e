import type { Order } from '@handsfree/core/api'
import { returnStage } from '@handsfree/core/order'
import { placeLine, returnCostWords } from '@handsfree/core/words'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { formatTime } from '../../format/index.ts'
import { Card, Fact, Facts } from '../../ui/index.ts'

/** Why the bags do not stay, where they were seen last, where they go, what it costs, and how long that may change. */
export function ReturnFacts({ order }: { order: Order }) {
  const intl = useIntl()
  const now = useNow()
  const { returning, currentAddress, scannedTime, timeZone, cityName: city } = order
  const text = (id: MessageKeyUnder<'orderReturn'>, values = {}) =>
    intl.formatMessage({ id: `orderReturn.${id}` }, values)
  const stage = returnStage(order)
  const isOpen = stage === 'asked' || stage === 'staying' || stage === 'chosen'
  const time = scannedTime && formatTime(scannedTime, { intl, now, timeZone, city, inSentence: true })
  const place = returning?.place
  return (
    <Card>
      <Facts>
        <Fact label={text('why')}>{text('reason', { reason: returning?.reason ?? 'other' })}</Fact>
        <Fact label={text('now')}>
          {time ? text('scanned', { place: currentAddress, time }) : currentAddress}
        </Fact>
        {place && (
          <Fact label={text('to')}>
            {place.name}
            <div className="small">{placeLine(intl, place)}</div>
          </Fact>
        )}
        <Fact label={text('cost')}>{returnCostWords(intl, order)}</Fact>
        {isOpen && <Fact label={text('open')}>{text('openUntil')}</Fact>}
      </Facts>
    </Card>
  )
}
