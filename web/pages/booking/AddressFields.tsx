import type { DeliveryChoice } from '@handsfree/core/booking'
import { promiseWords } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { Field, TextControl } from '../../ui/index.ts'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useFieldError,
  useFieldProblem,
  useIsEditable,
} from './form-fields.ts'
import styles from './OrderForm.module.css'
import { RegionField } from './RegionField.tsx'
import { SaveForNextTime } from './SaveForNextTime.tsx'

type Address = Extract<DeliveryChoice, { kind: 'custom' }>

type AddressFieldsProps = SectionProps & { delivery: Address; canSave: boolean }

export function AddressFields({ form, delivery, canSave }: AddressFieldsProps) {
  const intl = useIntl()
  const error = useFieldError(form, 'delivery')
  // Any other problem is about the city.
  const isAboutAddress = useFieldProblem(form, 'delivery') === 'deliveryAddressRequired'
  const isEditable = useIsEditable(form)
  const change = (patch: Partial<Address>) => changeDraft(form, { delivery: { ...delivery, ...patch } })
  return (
    <div className={styles.fields}>
      <div id={isAboutAddress ? undefined : fieldId('delivery')}>
        <RegionField
          form={form}
          value={delivery.regionId}
          error={isAboutAddress ? undefined : error}
          onChange={(regionId) => change({ regionId })}
        />
      </div>
      <div id={isAboutAddress ? fieldId('delivery') : undefined}>
        <Field
          label={intl.formatMessage({ id: 'orderForm.address' })}
          hint={intl.formatMessage(
            { id: 'orderForm.addressReview' },
            { refusal: promiseWords(intl, 'refusal') },
          )}
          error={isAboutAddress ? error : undefined}
        >
          <TextControl
            autoComplete="street-address"
            maxLength={200}
            readOnly={!isEditable}
            value={delivery.address}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
        </Field>
      </div>
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
      {canSave && (
        <SaveForNextTime
          saves={delivery.save ?? false}
          disabled={!isEditable}
          onChange={(save) => change({ save })}
        />
      )}
    </div>
  )
}
