import type { DeliveryChoice } from '@handsfree/core/booking'
import { selectPlace } from '@handsfree/core/booking'
import type { QrSite, SavedEntry } from '@handsfree/core/contract'
import { formatAddress } from '@handsfree/core/i18n'
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, Card, FieldError, FromTo, langOf, TextLink } from '../../ui/index.ts'
import { AddressFields } from './AddressFields.tsx'
import { DeliverySheet } from './DeliverySheet.tsx'
import { FormPart } from './FormPart.tsx'
import { fieldId, type SectionProps, useDraftField, useFieldError, useIsEditable } from './form-fields.ts'
import styles from './OrderForm.module.css'
import { RoomFields } from './RoomFields.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'
import { useFormSelector } from './useFormSelector.ts'

type RoutePartProps = SectionProps & {
  saved: readonly SavedEntry[]
  /** New orders can save the address; changes can't. */
  canSave?: boolean
  /** A desk fills it in, and always asks for the room. */
  isForGuest?: boolean
}

const nameSpan = (name: string | undefined) => <span lang={langOf(name)}>{name}</span>

export function RoutePart({ form, saved, canSave = false, isForGuest = false }: RoutePartProps) {
  const intl = useIntl()
  const place = useFormSelector(form, selectPlace)
  const delivery = useDraftField(form, 'delivery')
  const [isChoosing, setIsChoosing] = useState(false)
  const close = useCallback(() => setIsChoosing(false), [])
  // Memoized, so that opening the sheet doesn't rerender the part.
  const part = useMemo(
    () => (
      <FormPart
        form={form}
        part="route"
        title={intl.formatMessage({ id: 'orderForm.fromAndTo' })}
        summary={
          <FormattedMessage
            id="orderForm.places"
            values={{
              from: nameSpan(place.site.name),
              to: nameSpan(delivery?.kind === 'custom' ? delivery.address : delivery?.site.name),
            }}
          />
        }
      >
        <RouteFields
          form={form}
          place={place}
          delivery={delivery}
          saved={saved}
          canSave={canSave}
          isForGuest={isForGuest}
          onChoose={() => setIsChoosing(true)}
        />
      </FormPart>
    ),
    [form, place, delivery, saved, canSave, isForGuest, intl],
  )
  return (
    <>
      {part}
      {/* Outside of the part, which folds when a destination is chosen. */}
      <DeliverySheet form={form} place={place} saved={saved} open={isChoosing} onClose={close} />
    </>
  )
}

type RouteFieldsProps = Required<RoutePartProps> & {
  place: QrSite
  delivery: DeliveryChoice | null
  onChoose: () => void
}

function RouteFields({ form, place, delivery, saved, canSave, isForGuest, onChoose }: RouteFieldsProps) {
  const intl = useIntl()
  const errorId = useId()
  const error = useFieldError(form, 'delivery')
  const isAddress = delivery?.kind === 'custom'
  return (
    <Card>
      <FromTo
        from={{
          label: intl.formatMessage({ id: 'orderForm.from' }),
          name: place.site.name,
          detail:
            place.roomNumber === null
              ? formatAddress({ location: place.location }, intl)
              : place.location.address,
          more: <RoomFields form={form} place={place} isForGuest={isForGuest} />,
        }}
        to={{
          label: intl.formatMessage({ id: 'orderForm.to' }),
          name: <DeliveryName delivery={delivery} />,
          detail: delivery?.kind === 'site' && delivery.site.address,
          end: (
            <span id={isAddress ? undefined : fieldId('delivery')}>
              <ChooseDelivery
                form={form}
                isChosen={delivery !== null}
                errorId={isAddress ? undefined : errorId}
                onChoose={onChoose}
              />
            </span>
          ),
          more: (
            <>
              {(delivery === null || (isAddress && delivery.address === '')) && (
                <SavedAddresses form={form} place={place} saved={saved} />
              )}
              {isAddress ? (
                <AddressFields form={form} delivery={delivery} canSave={canSave} />
              ) : (
                <FieldError id={errorId}>{error}</FieldError>
              )}
            </>
          ),
        }}
      />
    </Card>
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

type ChooseDeliveryProps = SectionProps & {
  isChosen: boolean
  errorId: string | undefined
  onChoose: () => void
}

function ChooseDelivery({ form, isChosen, errorId, onChoose }: ChooseDeliveryProps) {
  const intl = useIntl()
  const isEditable = useIsEditable(form)
  const button = { disabled: !isEditable, 'aria-describedby': errorId, onClick: onChoose }
  return isChosen ? (
    <TextLink aria-label={intl.formatMessage({ id: 'orderForm.changeDestination' })} {...button}>
      <FormattedMessage id="orderForm.changeDelivery" />
    </TextLink>
  ) : (
    <Button size="small" aria-label={intl.formatMessage({ id: 'orderForm.chooseDestination' })} {...button}>
      <FormattedMessage id="orderForm.chooseDelivery" />
    </Button>
  )
}
