import type { DeliveryChoice } from '@handsfree/core/order'
import { useIntl } from 'react-intl'
import { Field, TextControl } from '../../ui/index.ts'
import styles from './OrderForm.module.css'
import { changeDraft, fieldId, type SectionProps, useFieldError, useIsEditable } from './useField.ts'

type Address = Extract<DeliveryChoice, { kind: 'custom' }>

/** Any address of the traveller's own. */
export function AddressFields({ placement, delivery }: SectionProps & { delivery: Address }) {
  const intl = useIntl()
  const isMissing = useFieldError(placement, 'delivery') !== undefined
  const isEditable = useIsEditable(placement)
  const change = (patch: Partial<Address>) => changeDraft(placement, { delivery: { ...delivery, ...patch } })
  return (
    <div className={styles.fields} id={fieldId('delivery')}>
      <Field
        label={intl.formatMessage({ id: 'orderForm.address' })}
        error={isMissing ? intl.formatMessage({ id: 'orderForm.addressRequired' }) : undefined}
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
