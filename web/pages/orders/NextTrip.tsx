import type { Order } from '@handsfree/core/contract'
import { type NextTripDirection, nextTripDirections } from '@handsfree/core/orders'
import { ArrowLeftRight, Repeat } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Button, toast } from '../../ui/index.ts'
import styles from './NextTrip.module.css'

export default function NextTrip({ order }: { order: Order }) {
  const intl = useIntl()
  const app = useApp()
  const [busyDirection, setBusyDirection] = useState<NextTripDirection | null>(null)
  const directions = nextTripDirections(order)
  if (directions.length === 0) return null
  const begin = async (direction: NextTripDirection) => {
    setBusyDirection(direction)
    try {
      const { beginNextTrip } = await import('../../parts/booking/next-trip.ts')
      const problem = await beginNextTrip(app, order, direction)
      if (problem)
        toast.showUntilClosed(
          intl.formatMessage({ id: `nextTrip.${problem}` }),
          intl.formatMessage({ id: 'common.close' }),
        )
    } catch {
      toast.showUntilClosed(
        intl.formatMessage({ id: 'nextTrip.failed' }),
        intl.formatMessage({ id: 'common.close' }),
      )
    }
    setBusyDirection(null)
  }
  const button = (direction: NextTripDirection, Icon: typeof Repeat) => (
    <Button
      kind="ghost"
      busy={busyDirection === direction}
      icon={<Icon size={20} aria-hidden="true" />}
      onClick={() => begin(direction)}
    >
      {intl.formatMessage({ id: `nextTrip.${direction}` })}
    </Button>
  )
  return (
    <div className={styles.buttons}>
      {directions.includes('back') && button('back', ArrowLeftRight)}
      {button('again', Repeat)}
    </div>
  )
}
