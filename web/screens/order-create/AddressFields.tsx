import type { DeliveryChoice } from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import { cleanLine } from '@handsfree/core/text'
import { useIntl } from 'react-intl'
import { Field, TextControl } from '../../ui/index.ts'
import styles from './OrderForm.module.css'
import { RegionField } from './RegionField.tsx'
import { changeDraft, fieldId, type SectionProps, useFieldError, useIsEditable } from './useField.ts'

type Address = Extract<DeliveryChoice, { kind: 'custom' }>

/** Any address of the traveller's own. */
export function AddressFields({ placement, delivery }: SectionProps & { delivery: Address }) {
  const intl = useIntl()
  const error = useFieldError(placement, 'delivery')
  // A wrong or missing city is told at the city; what is left to say is that the address is empty.
  const isAddressError =
    error !== undefined && cleanLine(delivery.address) === '' && delivery.regionId !== null
  const isEditable = useIsEditable(placement)
  const change = (patch: Partial<Address>) => changeDraft(placement, { delivery: { ...delivery, ...patch } })
  return (
    <div className={styles.fields} id={fieldId('delivery')}>
      <RegionField
        placement={placement}
        value={delivery.regionId}
        error={isAddressError ? undefined : error}
        onChange={(regionId) => change({ regionId })}
      />
      <Field
        label={intl.formatMessage({ id: 'orderForm.address' })}
        hint={intl.formatMessage({ id: 'orderForm.addressReview' }, policy)}
        error={isAddressError ? intl.formatMessage({ id: 'orderForm.addressRequired' }) : undefined}
      >
        <TextControl
          autoComplete="street-address"
          maxLength={200}
          readOnly={!isEditable}
          value={delivery.address}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
      </Field>
      <Field
        label={intl.formatMessage({ id: 'orderForm.addressDetail' })}
        hint={intl.formatMessage({ id: 'orderForm.optional' })}
      >
        <TextControl
          autoComplete="off"
          maxLength={100}
          readOnly={!isEditable}
          value={delivery.detail}
          onChange={(event) => change({ detail: event.currentTarget.value })}
        />
      </Field>
    </div>
  )
}
