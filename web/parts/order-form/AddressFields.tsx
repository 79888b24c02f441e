import { type DeliveryChoice, selectPlace } from '@handsfree/core/booking'
import { promiseText } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { ChipGroup, Field, TextControl } from '../../ui/index.ts'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useFieldError,
  useFieldProblem,
  useIsEditable,
} from './form-fields.ts'
import styles from './OrderForm.module.css'
import { SaveForNextTime } from './SaveForNextTime.tsx'
import { useFormSelector } from './useFormSelector.ts'

type Address = Extract<DeliveryChoice, { kind: 'custom' }>

type AddressFieldsProps = SectionProps & { delivery: Address; canSave: boolean }

export function AddressFields({ form, delivery, canSave }: AddressFieldsProps) {
  const intl = useIntl()
  const error = useFieldError(form, 'delivery')
  const hasAddressProblem = useFieldProblem(form, 'delivery') === 'deliveryAddressRequired'
  const isEditable = useIsEditable(form)
  const change = (patch: Partial<Address>) => changeDraft(form, { delivery: { ...delivery, ...patch } })
  return (
    <div className={styles.fields}>
      <div id={hasAddressProblem ? undefined : fieldId('delivery')}>
        <RegionField
          form={form}
          value={delivery.regionId}
          error={hasAddressProblem ? undefined : error}
          onChange={(regionId) => change({ regionId })}
        />
      </div>
      <div id={hasAddressProblem ? fieldId('delivery') : undefined}>
        <Field
          label={intl.formatMessage({ id: 'orderForm.address' })}
          hint={intl.formatMessage(
            { id: 'orderForm.addressReview' },
            { refusal: promiseText(intl, 'refusal') },
          )}
          error={hasAddressProblem ? error : undefined}
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

type RegionFieldProps = SectionProps & {
  value: string | null
  error: string | undefined
  onChange: (regionId: string) => void
}

function RegionField({ form, value, error, onChange }: RegionFieldProps) {
  const intl = useIntl()
  const place = useFormSelector(form, selectPlace)
  const isEditable = useIsEditable(form)
  const label = intl.formatMessage({ id: 'orderForm.region' })
  return (
    <div className={styles.region}>
      <span aria-hidden="true">{label}</span>
      <ChipGroup
        label={label}
        value={value}
        options={place.serviceAreas.map(({ regionId, name }) => ({
          value: regionId,
          label: name,
          disabled: !isEditable,
        }))}
        onChange={onChange}
        error={error}
      />
    </div>
  )
}
