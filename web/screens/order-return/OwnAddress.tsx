import type { QrSite } from '@handsfree/core/api'
import type { DeliveryChoice } from '@handsfree/core/order'
import { useIntl } from 'react-intl'
import { ChipGroup, Field, TextControl } from '../../ui/index.ts'
import styles from './OrderReturn.module.css'
import type { ReturnProps } from './order-return-props.ts'

type Address = Extract<DeliveryChoice, { kind: 'custom' }>
type OwnAddressProps = Pick<ReturnProps, 'actor'> & { place: Address; from: QrSite; isBusy: boolean }

/** An address in one of the cities that the pickup site serves. */
export function OwnAddress({ actor, place, from, isBusy }: OwnAddressProps) {
  const intl = useIntl()
  const change = (patch: Partial<Address>) =>
    actor.send({ type: 'choice.locate', place: { ...place, ...patch } })
  const region = intl.formatMessage({ id: 'orderForm.region' })
  return (
    <>
      <div className={styles.region}>
        <span aria-hidden="true">{region}</span>
        <ChipGroup
          label={region}
          value={place.regionId}
          options={from.serviceAreas.map(({ regionId, name }) => ({
            value: regionId,
            label: name,
            disabled: isBusy,
          }))}
          onChange={(regionId) => change({ regionId })}
        />
      </div>
      <Field label={intl.formatMessage({ id: 'orderForm.address' })}>
        <TextControl
          autoComplete="street-address"
          maxLength={200}
          readOnly={isBusy}
          value={place.address}
          onChange={({ currentTarget }) => change({ address: currentTarget.value })}
        />
      </Field>
      <Field
        label={intl.formatMessage({ id: 'orderForm.addressDetail' })}
        hint={intl.formatMessage({ id: 'orderForm.optional' })}
      >
        <TextControl
          autoComplete="off"
          maxLength={100}
          readOnly={isBusy}
          value={place.detail}
          onChange={({ currentTarget }) => change({ detail: currentTarget.value })}
        />
      </Field>
    </>
  )
}
