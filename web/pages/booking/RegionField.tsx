import { selectPlace } from '@handsfree/core/booking'
import { useIntl } from 'react-intl'
import { ChipGroup } from '../../ui/index.ts'
import { type SectionProps, useIsEditable } from './form-fields.ts'
import styles from './OrderForm.module.css'
import { useFormSelector } from './useFormSelector.ts'

type RegionFieldProps = SectionProps & {
  value: string | null
  error: string | undefined
  onChange: (regionId: string) => void
}

/** The city of an address, of those that the site serves. */
export function RegionField({ form, value, error, onChange }: RegionFieldProps) {
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
