import {
  type CountryOption,
  countryOptions,
  groupCountries,
  likelyCountries,
  searchCountries,
} from '@handsfree/core/phone'
import flags from 'country-flag-emoji-polyfill/dist/TwemojiCountryFlags.woff2'
import { Search, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../app/context.ts'
import { EmptyListPicture, EmptyState, Field, IconButton, Section, TextControl } from '../ui/index.ts'
import { CountryList } from './CountryList.tsx'
import styles from './CountryPicker.module.css'
import { loadFlags } from './Flag.tsx'
import { LetterIndex } from './LetterIndex.tsx'

export type CountryPickerProps = {
  /** Two-letter code of the chosen region. */
  chosen: string | null
  onChoose: (country: CountryOption) => void
}

/** All countries: searched, the likely ones first, and by letter with an index at the edge. */
export function CountryPicker({ chosen, onChoose }: CountryPickerProps) {
  const intl = useIntl()
  const { platform } = useApp()
  const [search, setSearch] = useState('')
  const options = useMemo(() => countryOptions(intl.locale), [intl.locale])
  const groups = useMemo(() => groupCountries(options), [options])
  const list = { chosen, onChoose }
  useEffect(() => void loadFlags(flags), [])
  const found = search.trim() === '' ? null : searchCountries(options, search)

  return (
    <>
      <div className={styles.search}>
        <Field label={intl.formatMessage({ id: 'dialCode.search' })} labelUnseen>
          <TextControl
            type="search"
            autoComplete="off"
            placeholder={intl.formatMessage({ id: 'dialCode.search' })}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            start={<Search size={20} aria-hidden="true" />}
            end={
              search !== '' && (
                <IconButton
                  label={intl.formatMessage({ id: 'dialCode.clear' })}
                  onClick={() => setSearch('')}
                >
                  <X size={20} />
                </IconButton>
              )
            }
          />
        </Field>
      </div>
      <p className="unseen" role="status">
        {found && <FormattedMessage id="dialCode.found" values={{ count: found.length }} />}
      </p>
      {found?.length === 0 && (
        <EmptyState picture={<EmptyListPicture />} title={intl.formatMessage({ id: 'dialCode.none' })}>
          <FormattedMessage id="dialCode.noneDetail" />
        </EmptyState>
      )}
      {found && found.length > 0 && <CountryList countries={found} {...list} />}
      {!found && (
        <div className={styles.all}>
          <div className={styles.sections}>
            <Section title={intl.formatMessage({ id: 'dialCode.likely' })}>
              <CountryList countries={likelyCountries(options, platform.languages())} {...list} />
            </Section>
            {groups.map(({ letter, countries }) => (
              <Section title={letter} id={`letter-${letter}`} key={letter}>
                <CountryList countries={countries} {...list} />
              </Section>
            ))}
          </div>
          <LetterIndex letters={groups.map(({ letter }) => letter)} />
        </div>
      )}
    </>
  )
}
