import type { CountryOption } from '@handsfree/core/phone'
import { Check } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Card } from '../ui/index.ts'
import styles from './CountryList.module.css'
import { Flag } from './Flag.tsx'

export type CountryListProps = {
  countries: readonly CountryOption[]
  /** Two-letter code of the chosen region. */
  chosen: string | null
  onChoose: (country: CountryOption) => void
}

export function CountryList({ countries, chosen, onChoose }: CountryListProps) {
  const intl = useIntl()
  return (
    <Card kind="rows">
      {countries.map((country) => (
        <li className={styles.item} key={country.code}>
          <button
            type="button"
            className={styles.country}
            aria-current={country.code === chosen || undefined}
            onClick={() => onChoose(country)}
          >
            <Flag region={country.code} />
            <span className={styles.name}>
              {country.localName}
              {intl.locale !== 'en-US' && country.localName !== country.name && (
                <span className={styles.other} lang="en">
                  {country.name}
                </span>
              )}
            </span>
            {country.code === chosen && <Check size={18} aria-hidden="true" />}
            <span className={styles.dialCode}>+{country.dialCode}</span>
          </button>
        </li>
      ))}
    </Card>
  )
}
