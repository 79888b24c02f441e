import type { Order } from '@handsfree/core/contract'
import { type NextTripDirection, nextTripDirections } from '@handsfree/core/orders'
import { ArrowLeftRight, Repeat } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { ActionRow, Button, toast } from '../../ui/index.ts'

type NextTripProps = { order: Order; direction: NextTripDirection; kind?: 'gold' | 'ghost' }

/** A button that sends the bags again, or a row for the way back. */
export default function NextTrip({ order, direction, kind = 'ghost' }: NextTripProps) {
  const intl = useIntl()
  const app = useApp()
  const [isBusy, setBusy] = useState(false)
  if (!nextTripDirections(order).includes(direction)) return null
  const begin = async () => {
    setBusy(true)
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
    setBusy(false)
  }
  const words = intl.formatMessage({ id: `nextTrip.${direction}` })
  return direction === 'back' ? (
    <ActionRow icon={<ArrowLeftRight size={20} />} busy={isBusy} onClick={begin}>
      {words}
    </ActionRow>
  ) : (
    <Button kind={kind} busy={isBusy} icon={<Repeat size={20} aria-hidden="true" />} onClick={begin}>
      {words}
    </Button>
  )
}
