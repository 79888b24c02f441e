import { countryNames, likelyCountries, type PhoneEntry, regionOf } from '@handsfree/core/phone'
import { ChevronDown } from 'lucide-react'
import { memo, useDeferredValue, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import styles from './DialCodeSelect.module.css'
import { Flag } from './Flag.tsx'

export type DialCodeSelectProps = {
  phone: PhoneEntry
  disabled: boolean
  onChange: (choice: Pick<PhoneEntry, 'dialCode' | 'country'>) => void
}

const renderOption = ({ code, localName, dialCode }: ReturnType<typeof countryNames>[number]) => (
  <option value={code} key={code} data-dial-code={dialCode}>
    {localName} +{dialCode}
  </option>
)

export function DialCodeSelect({ phone, disabled, onChange }: DialCodeSelectProps) {
  const intl = useIntl()
  const { platform } = useApp()
  const region = useMemo(() => regionOf(phone, platform.languages()), [phone, platform])
  // Hundreds of options would delay the form's first frame.
  const isHydrated = useDeferredValue(true, false)
  return (
    <span className={styles.code}>
      {region && <Flag region={region} />}
      <span aria-hidden="true">+{phone.dialCode}</span>
      <ChevronDown size={16} aria-hidden="true" />
      <select
        aria-label={intl.formatMessage({ id: 'orderForm.dialCode' })}
        disabled={disabled}
        value={region ?? ''}
        onChange={({ currentTarget }) => {
          const { dialCode } = currentTarget.selectedOptions[0]?.dataset ?? {}
          if (dialCode) onChange({ dialCode, country: currentTarget.value })
        }}
      >
        {isHydrated ? <Countries /> : <option value={region ?? ''}>+{phone.dialCode}</option>}
      </select>
    </span>
  )
}

const Countries = memo(() => {
  const intl = useIntl()
  const { platform } = useApp()
  const countries = useMemo(() => countryNames(intl.locale), [intl.locale])
  const likely = useMemo(() => likelyCountries(countries, platform.languages()), [countries, platform])
  return (
    <>
      <optgroup label={intl.formatMessage({ id: 'orderForm.likelyCountries' })}>
        {likely.map(renderOption)}
      </optgroup>
      <optgroup label={intl.formatMessage({ id: 'orderForm.allCountries' })}>
        {countries.map(renderOption)}
      </optgroup>
    </>
  )
})
