import { selectIsSignedIn } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { LogIn } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { Anchor, Brand, TopBar } from '../../ui/index.ts'
import { AccountButton } from './AccountButton.tsx'
import styles from './HomeBar.module.css'
import { UnreadBell } from './UnreadBell.tsx'

export function HomeBar() {
  const intl = useIntl()
  const isSignedIn = useSelector(useApp().auth, selectIsSignedIn)
  return (
    <TopBar
      start={<Brand name={intl.formatMessage({ id: 'common.app_title' })} />}
      actions={
        <>
          <LanguageSwitch />
          {isSignedIn ? (
            <>
              <UnreadBell />
              <AccountButton />
            </>
          ) : (
            <Anchor className={styles.signIn} href="/sign/in">
              <LogIn size={20} aria-hidden="true" />
              <FormattedMessage id="home.signIn" />
            </Anchor>
          )}
        </>
      }
    />
  )
}
