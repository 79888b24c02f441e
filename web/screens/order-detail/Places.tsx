import type { OrderPlace } from '@handsfree/core/api'
import { placeLine } from '@handsfree/core/words'
import { Navigation } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { MapSheet } from '../../site/MapSheet.tsx'
import { Card, IconButton, Row, Section } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

/** Each place opens a sheet of map apps. */
export function Places({ order }: OrderProps) {
  const intl = useIntl()
  const [shown, setShown] = useState<'pickup' | 'delivery'>('pickup')
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={intl.formatMessage({ id: 'places.title' })}>
      <Card kind="rows">
        {(['pickup', 'delivery'] as const).map((end) => (
          <PlaceRow
            key={end}
            place={order[end]}
            onOpen={() => {
              setShown(end)
              setOpen(true)
            }}
          />
        ))}
      </Card>
      <MapSheet open={isOpen} place={order[shown]} onClose={() => setOpen(false)} />
    </Section>
  )
}

function PlaceRow({ place, onOpen }: { place: OrderPlace; onOpen: () => void }) {
  const intl = useIntl()
  return (
    <Row
      strong
      title={place.name}
      detail={placeLine(intl, place)}
      end={
        <IconButton
          kind="pine"
          aria-haspopup="dialog"
          label={intl.formatMessage({ id: 'places.openMap' }, { name: place.name })}
          onClick={onOpen}
        >
          <Navigation size={20} />
        </IconButton>
      }
    />
  )
}
