import { selectLocale, selectNextLocale } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { Languages } from 'lucide-react'
import { useIntl } from 'react-intl'
import styles from './LanguageSwitch.module.css'
import { useApp } from './useApp.ts'

/** Labelled in the target language. Until the page reloads, the button switches back. */
export function LanguageSwitch() {
  const intl = useIntl()
  const { language } = useApp()
  const other = useSelector(language, selectNextLocale) === 'en-US' ? 'zh-CN' : 'en-US'
  const isSwitching = useSelector(language, selectLocale) === other
  const canSwitch = useSelector(language, (snapshot) =>
    snapshot.can({ type: 'language.switch', locale: other }),
  )
  return (
    <button
      type="button"
      className={styles.switch}
      lang={other}
      disabled={!canSwitch}
      // Ignores the second tap of a double tap.
      onClick={({ detail }) => detail < 2 && language.send({ type: 'language.switch', locale: other })}
    >
      <Languages size={20} aria-hidden="true" />
      {intl.formatMessage({ id: isSwitching ? 'language.this' : 'language.other' })}
    </button>
  )
}
