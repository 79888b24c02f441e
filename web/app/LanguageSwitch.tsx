import { selectLocale } from '@handsfree/core/language'
import { useSelector } from '@xstate/react'
import { Languages } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useApp } from './context.ts'
import styles from './LanguageSwitch.module.css'

/** Offers the other language in its own words. The page reloads in it. */
export function LanguageSwitch() {
  const intl = useIntl()
  const { language } = useApp()
  const other = useSelector(language, selectLocale) === 'en-US' ? 'zh-CN' : 'en-US'
  const isSwitching = useSelector(
    language,
    (snapshot) => !snapshot.can({ type: 'language.switch', locale: other }),
  )
  return (
    <button
      type="button"
      className={styles.switch}
      lang={other}
      disabled={isSwitching}
      onClick={() => language.send({ type: 'language.switch', locale: other })}
    >
      <Languages size={20} aria-hidden="true" />
      {intl.formatMessage({ id: 'language.other' })}
    </button>
  )
}
