import type { QrSite } from '@handsfree/core/api'
import { type DeliveryChoice, selectPlace } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatAddress } from '../../format/index.ts'
import { Button, Card, FieldError, FromTo, Section, TextLink } from '../../ui/index.ts'
import { AddressFields } from './AddressFields.tsx'
import { DeliverySheet } from './DeliverySheet.tsx'
import styles from './OrderForm.module.css'
import { RoomFields } from './RoomFields.tsx'
import { fieldId, type SectionProps, useDraftField, useFieldError, useIsEditable } from './useField.ts'
import { VisitorPromises } from './VisitorPromises.tsx'

export function RouteSection({ placement }: SectionProps) {
  const intl = useIntl()
  const place = useSelector(placement, selectPlace)
  const delivery = useDraftField(placement, 'delivery')
  const error = useFieldError(placement, 'delivery')
  if (!place) return null
  const isAddress = delivery?.kind === 'custom'
  return (
    <Section title={intl.formatMessage({ id: 'orderForm.fromAndTo' })}>
      <Card>
        <FromTo
          from={{
            label: intl.formatMessage({ id: 'orderForm.from' }),
            name: place.site.name,
            detail:
              place.roomNumber === null
                ? formatAddress({ location: place.location }, intl)
                : place.location.address,
            more: <RoomFields placement={placement} place={place} />,
          }}
          to={{
            label: intl.formatMessage({ id: 'orderForm.to' }),
            name: <DeliveryName delivery={delivery} />,
            detail: delivery?.kind === 'site' && delivery.site.address,
            end: (
              <span id={isAddress ? undefined : fieldId('delivery')}>
                <ChooseDelivery placement={placement} place={place} isChosen={delivery !== null} />
              </span>
            ),
            more: isAddress ? (
              <AddressFields placement={placement} delivery={delivery} />
            ) : (
              <FieldError>{error}</FieldError>
            ),
          }}
        />
      </Card>
      <VisitorPromises placement={placement} />
    </Section>
  )
}

function DeliveryName({ delivery }: { delivery: DeliveryChoice | null }): ReactNode {
  if (delivery?.kind === 'site') return delivery.site.name
  if (delivery) return <FormattedMessage id="orderForm.ownAddress" />
  return (
    <span className={styles.unset}>
      <FormattedMessage id="orderForm.noDelivery" />
    </span>
  )
}

type ChooseDeliveryProps = SectionProps & { place: QrSite; isChosen: boolean }

/** The button with its sheet, which opens and closes without the section around them. */
function ChooseDelivery({ placement, place, isChosen }: ChooseDeliveryProps) {
  const isEditable = useIsEditable(placement)
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  const close = useCallback(() => setIsOpen(false), [])
  return (
    <>
      {isChosen ? (
        <TextLink disabled={!isEditable} onClick={open}>
          <FormattedMessage id="orderForm.changeDelivery" />
        </TextLink>
      ) : (
        <Button size="small" disabled={!isEditable} onClick={open}>
          <FormattedMessage id="orderForm.chooseDelivery" />
        </Button>
      )}
      <DeliverySheet placement={placement} place={place} open={isOpen} onClose={close} />
    </>
  )
}
