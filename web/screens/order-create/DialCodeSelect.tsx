import type { Phone } from '@handsfree/core/api'
import { type CountryOption, countryOptions, flagOf, likelyCountries, regionOf } from '@handsfree/core/phone'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import styles from './DialCodeSelect.module.css'

export type DialCodeSelectProps = { phone: Phone; disabled: boolean; onChange: (dialCode: string) => void }

const asOption = ({ code, localName, dialCode }: CountryOption) => (
  <option value={code} key={code}>
    {localName} +{dialCode}
  </option>
)

/** The phone's own list of calling codes, without leaving the form. */
export function DialCodeSelect({ phone, disabled, onChange }: DialCodeSelectProps) {
  const intl = useIntl()
  const { platform } = useApp()
  const countries = useMemo(() => countryOptions(intl.locale), [intl.locale])
  const likely = useMemo(() => likelyCountries(countries, platform.languages()), [countries, platform])
  const others = useMemo(
    () => countries.toSorted((a, b) => a.localName.localeCompare(b.localName, intl.locale)),
    [countries, intl.locale],
  )
  const region = regionOf(phone)
  return (
    <span className={styles.code}>
      {region && (
        <span className={styles.flag} aria-hidden="true">
          {flagOf(region)}
        </span>
      )}
      <span aria-hidden="true">+{phone.dialCode}</span>
      <ChevronDown size={16} aria-hidden="true" />
      <select
        aria-label={intl.formatMessage({ id: 'orderForm.dialCode' })}
        disabled={disabled}
        value={region ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = countries.find(({ code }) => code === currentTarget.value)
          if (chosen) onChange(chosen.dialCode)
        }}
      >
        <optgroup label={intl.formatMessage({ id: 'orderForm.likelyCountries' })}>
          {likely.map(asOption)}
        </optgroup>
        <optgroup label={intl.formatMessage({ id: 'orderForm.allCountries' })}>
          {others.map(asOption)}
        </optgroup>
      </select>
    </span>
  )
}
