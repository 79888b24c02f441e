import { selectPhone } from '@handsfree/core/auth'
import {
  type CountryOption,
  countryOptions,
  groupCountries,
  likelyCountries,
  regionOf,
  searchCountries,
} from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import flags from 'country-flag-emoji-polyfill/dist/TwemojiCountryFlags.woff2'
import { Check, Search, X } from 'lucide-react'
import { type PointerEvent, useEffect, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { withNext } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { goBack } from '../../app/navigate.ts'
import { useApp } from '../../app/useApp.ts'
import { Flag, loadFlags } from '../../parts/phone/Flag.tsx'
import {
  Card,
  EmptyListPicture,
  EmptyState,
  Field,
  IconButton,
  Page,
  Section,
  TextControl,
} from '../../ui/index.ts'
import styles from './PhoneDialCode.module.css'

export default function PhoneDialCode() {
  const intl = useIntl()
  const { auth, platform } = useApp()
  const phone = useSelector(auth, selectPhone)
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'dialCode.title' })} actions={<LanguageSwitch />} />}>
      <CountryPicker
        chosen={regionOf(phone, platform.languages())}
        onChoose={({ dialCode, code }) => {
          auth.send({ type: 'phone.change', phone: { dialCode, country: code } })
          goBack(withNext('/sign/in', location.search))
        }}
      />
    </Page>
  )
}

type CountryPickerProps = {
  /** ISO 3166-1 alpha-2. */
  chosen: string | null
  onChoose: (country: CountryOption) => void
}

function CountryPicker({ chosen, onChoose }: CountryPickerProps) {
  const intl = useIntl()
  const { platform } = useApp()
  const [search, setSearch] = useState('')
  const options = useMemo(() => countryOptions(intl.locale), [intl.locale])
  const groups = useMemo(() => groupCountries(options), [options])
  const list = { chosen, onChoose }
  useEffect(() => void loadFlags(flags), [])
  const matches = search.trim() === '' ? null : searchCountries(options, search)

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
        {matches && <FormattedMessage id="dialCode.found" values={{ count: matches.length }} />}
      </p>
      {matches?.length === 0 && (
        <EmptyState picture={<EmptyListPicture />} title={intl.formatMessage({ id: 'dialCode.none' })}>
          <FormattedMessage id="dialCode.noneDetail" />
        </EmptyState>
      )}
      {matches && matches.length > 0 && <CountryList countries={matches} {...list} />}
      {!matches && (
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

type CountryListProps = CountryPickerProps & { countries: readonly CountryOption[] }

function CountryList({ countries, chosen, onChoose }: CountryListProps) {
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

const scrollToLetter = (letter: string) =>
  document.getElementById(`letter-${letter}`)?.scrollIntoView({ block: 'start' })

function slide({ clientX, clientY, buttons }: PointerEvent) {
  const letter = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-letter]')
  if (buttons !== 0 && letter?.dataset.letter) scrollToLetter(letter.dataset.letter)
}

/** Two letters each: 26 targets would be too low for a finger. */
function LetterIndex({ letters }: { letters: readonly string[] }) {
  const intl = useIntl()
  return (
    <nav
      className={styles.index}
      aria-label={intl.formatMessage({ id: 'dialCode.index' })}
      onPointerMove={slide}
    >
      {letters.flatMap((letter, index) =>
        index % 2 > 0 ? (
          []
        ) : (
          <button type="button" key={letter} data-letter={letter} onClick={() => scrollToLetter(letter)}>
            {[letter, ...letters.slice(index + 1, index + 2)].join('–')}
          </button>
        ),
      )}
    </nav>
  )
}
